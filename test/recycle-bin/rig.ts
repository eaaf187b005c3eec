/** Deleting, restoring and erasing over HTTP, and people to do it with. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expectStatus, type Reply, type TestApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'

export const bin = '/api/v1/recycle-bin'

export interface Person {
  readonly id: string
  readonly email: string
  readonly username: string
  readonly password: string
  readonly lastName: string
  readonly phoneNumber: string
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it then asserts
export type Entry = any

export function binOf(app: TestApp) {
  const root = () => app.superToken()
  const remove = async (path: string, token?: string): Promise<void> =>
    void expectStatus(await app.request('DELETE', `/api/v1/${path}`, { token: token ?? (await root()) }), 204)
  const restore = async (id: string, token?: string): Promise<Reply> =>
    await app.post(`${bin}/${id}/restore`, undefined, { token: token ?? (await root()) })
  const purge = async (id: string, token?: string): Promise<Reply> =>
    await app.request('DELETE', `${bin}/${id}`, { token: token ?? (await root()) })
  const list = async (query = '', token?: string) =>
    expectStatus(await app.get(`${bin}?pageSize=100${query}`, { token: token ?? (await root()) }), 200).json
  const entryOf = async (id: string, token?: string): Promise<Entry> =>
    (await list('', token)).items.find((entry: Entry) => entry.id === id)
  const roleOf = async (tenantId: string | null, name: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      select id from roles where tenant_id is not distinct from ${tenantId}::uuid and name = ${name}`.execute(
      app.open.service.database.kysely,
    )
    return rows[0]!.id
  }
  const addAdmin = async (tenantId: string | null, roleId?: string, token?: string): Promise<Person> => {
    const mark = randomUUID().slice(0, 8)
    const person = {
      email: `gone-${mark}@example.test`,
      username: `gone.${mark}`,
      lastName: `Qzvanish${mark}`,
      phoneNumber: `+49151${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
      password: `zuvaqor ${mark} Kestrel`,
    }
    const role = roleId ?? (await roleOf(tenantId, tenantId === null ? 'PlatformViewer' : 'Viewer'))
    const body = { ...person, firstName: 'Zorvane', tenantId, roleId: role }
    const { json } = expectStatus(await app.post('/api/v1/Admins', body, { token: token ?? (await root()) }), 201)
    return { ...person, id: json.id }
  }
  const addRole = async (tenantId: string | null, permissionIds: string[] = []): Promise<{ id: string; name: string }> => {
    const name = `Role ${randomUUID().slice(0, 8)}`
    return expectStatus(await app.post('/api/v1/roles', { name, tenantId, permissionIds }, { token: await root() }), 201).json
  }
  const addGroup = async (tenantId: string, roleIds: string[] = []): Promise<{ id: string; code: string }> => {
    const body = { nameEn: `Group ${randomUUID().slice(0, 8)}`, tenantId, roleIds }
    return expectStatus(await app.post('/api/v1/UserGroups', body, { token: await root() }), 201).json
  }
  const erased = (): Promise<unknown> =>
    eventually(
      'everything marked to be erased',
      async () => {
        const { rows } = await sql<{ n: number }>`
        select ((select count(*) from accounts where purged_at is not null) + (select count(*) from tenants where purged_at is not null)
          + (select count(*) from roles where purged_at is not null) + (select count(*) from user_groups where purged_at is not null)
          + (select count(*) from webhooks where purged_at is not null) + (select count(*) from jobs where kind = 'recycle-bin.erase'))::integer as n`.execute(
          app.open.service.database.kysely,
        )
        return rows[0]!.n === 0
      },
      30_000,
    )
  return { root, remove, restore, purge, list, entryOf, roleOf, addAdmin, addRole, addGroup, erased }
}

/** Every place of every table whose text holds one of the words, whatever its type. */
export async function placesOf(app: TestApp, words: readonly string[]): Promise<string[]> {
  const { kysely } = app.open.service.database
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema and t.table_type = 'BASE TABLE'
    where c.table_schema = current_schema() and c.data_type in ('text', 'jsonb', 'json', 'character varying', 'ARRAY')`.execute(kysely)
  const found: string[] = []
  for (const { table, column } of columns) {
    const text = sql`lower(${sql.ref(column)}::text)`
    const hits = words.map((word) => sql`position(${word.toLowerCase()} in ${text}) > 0`)
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from ${sql.table(table)} where ${sql.join(hits, sql` or `)}`.execute(kysely)
    if (rows[0]!.n > 0) found.push(`${table}.${column}`)
  }
  return found
}

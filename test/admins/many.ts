/** Admins by the thousand as rows, and whether what is kept about them is true. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { World } from '../groups/world.ts'
import type { TestApp } from '../harness.ts'

/** So many admins of a tenant as rows, found by `bulk`: each with a name to sign in by, every tenth with a session. */
export const fillAdmins = async (app: TestApp, { tenantId, role }: Pick<World, 'tenantId' | 'role'>, count: number) =>
  await insertAdmins(app.open.service.database.kysely, { tenantId, roleId: await role([]), count, now: app.clock.now() })

export interface Wanted {
  readonly tenantId: string
  readonly roleId: string
  readonly count: number
  readonly now: Date
}

const atOnce = 1000

/** The same in a database that no service of this process has open. */
export async function insertAdmins(kysely: Kysely<Tables>, { tenantId, roleId, count, now }: Wanted) {
  // alike but for a number: a thousand random texts take the index of searches half a second
  const mark = randomBytes(4).toString('hex')
  return await kysely.transaction().execute(async (tx) => {
    const ids: string[] = []
    // in parts, for a statement of the service may take three seconds at most
    for (let left = count; left > 0; left -= atOnce) {
      const { rows } = await sql<{ id: string }>`
        insert into accounts (id, kind, tenant_id, email, first_name, last_name, search, role_id, created_at)
        select gen_random_uuid(), 'admin', ${tenantId}, email, 'Bulk', 'Admin', E'bulk admin\n\n' || email, ${roleId}, ${now}
        from (select ${mark} || n || '@example.test' as email from generate_series(${count - left + 1}::integer, ${count - left + Math.min(left, atOnce)}::integer) n) made
        returning id`.execute(tx)
      ids.push(...rows.map(({ id }) => id))
    }
    await sql`insert into account_logins (kind, tenant_id, key, account_id)
      select kind, tenant_id, email, id from accounts where id = any(${ids}::uuid[])`.execute(tx)
    const sessions = await sql<{ id: string }>`
      insert into sessions (id, account_id, kind, tenant_id, ip_address, created_at, authenticated_at, last_active_at, expires_at)
      select gen_random_uuid(), id, 'admin', ${tenantId}, '127.0.0.1', ${now}, ${now}, ${now}, ${now}::timestamptz + interval '1 day'
      from unnest(${ids.filter((_, n) => n % 10 === 0)}::uuid[]) as a (id) returning id`.execute(tx)
    await sql`insert into tenant_account_counts (tenant_id, kind, is_active, is_blocked, n) values (${tenantId}, 'admin', true, false, ${count})
      on conflict (tenant_id, kind, is_active, is_blocked) do update set n = tenant_account_counts.n + excluded.n`.execute(tx)
    await sql`insert into tenant_totals (tenant_id, admins) values (${tenantId}, ${count})
      on conflict (tenant_id) do update set admins = tenant_totals.admins + excluded.admins`.execute(tx)
    return { ids, sessionIds: sessions.rows.map(({ id }) => id) }
  })
}

/** The admins of a tenant who are not deleted, by id. */
export async function livingIn(app: TestApp, tenantId: string): Promise<string[]> {
  const { kysely } = app.open.service.database
  const rows = await kysely
    .selectFrom('accounts')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('kind', '=', 'admin')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const kept = sql<{ row: string }>`
  select concat_ws(' ', tenant_id, kind, is_active, is_blocked, n) as row from tenant_account_counts where n <> 0
  union all select concat_ws(' ', tenant_id, 'total', admins) from tenant_totals where admins <> 0 order by 1`
const counted = sql<{ row: string }>`
  select concat_ws(' ', tenant_id, kind, is_active, is_blocked, count(*)) as row from accounts where deleted_at is null
  group by tenant_id, kind, is_active, is_blocked
  union all select concat_ws(' ', tenant_id, 'total', count(*)) from accounts
  where deleted_at is null and kind = 'admin' and tenant_id is not null group by tenant_id order by 1`
/** In one statement: who is written beside it is in both or in neither. */
const both = sql<{ kept: string[]; counted: string[] }>`select array(${kept}) as kept, array(${counted}) as counted`

/** All that is kept of how many accounts there are, a line each. */
export const countsOf = (app: TestApp): Promise<string[]> => keptCounts(app.open.service.database.kysely)

const keptCounts = async (kysely: Kysely<Tables>) => (await kept.execute(kysely)).rows.map(({ row }) => row)

/** Fails unless what is kept of how many accounts there are is what there is, in every tenant. */
export async function expectTrueCounts(app: TestApp): Promise<void> {
  await expectTrueCountsIn(app.open.service.database.kysely)
}

export async function expectTrueCountsIn(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await both.execute(kysely)
  assert.deepEqual(rows[0]!.kept, rows[0]!.counted)
}

/** Waits, as closely as can be, until an admin is deleted that is not of before. */
export async function firstDeletion(app: TestApp): Promise<void> {
  const count = async () => Number((await deletions.execute(app.open.service.database.kysely)).rows[0]?.n)
  for (const before = await count(); (await count()) === before; ) await setImmediate()
}
const deletions = sql<{ n: number }>`select count(*) as n from accounts where deleted_at is not null`

/** Sends a POST that its caller may hang up, by `destroy`, before it is answered. */
export function callToHangUp(app: TestApp, path: string, body: object, token: string): ClientRequest {
  const { hostname, port } = new URL(app.url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = request({ hostname, port, method: 'POST', path, headers })
  call.on('error', () => {})
  call.end(JSON.stringify(body))
  return call
}

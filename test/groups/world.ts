/** A tenant with admins, roles and groups to try rights on: roles as rows, everything else over HTTP. */
import { randomUUID } from 'node:crypto'
import { uuidv7 } from '#core/uuid.ts'
import { expectStatus, type Reply, type TestApp, tenantWithAdmin } from '../harness.ts'

export const at = '/api/v1/UserGroups'
export const mark = () => randomUUID().slice(0, 8)

export interface Person {
  readonly id: string
  readonly email: string
  readonly token: string
}

export interface World {
  readonly tenantId: string
  /** Of its TenantAdmin. */
  readonly token: string
  readonly adminId: string
  /** A role of the tenant, as rows. */
  role(permissions: readonly string[], masks?: Record<string, string[]>): Promise<string>
  /** An admin of the tenant, signed in. */
  person(permissions: readonly string[], masks?: Record<string, string[]>): Promise<Person>
  /** One who is not signed in, with a role without anything. */
  member(): Promise<string>
  /** Makes a group as the TenantAdmin. @returns its record */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it then asserts
  group(more?: Record<string, unknown>, members?: readonly string[]): Promise<any>
}

export async function world(app: TestApp, parentTenantId?: string): Promise<World> {
  const made = await tenantWithAdmin(app, parentTenantId === undefined ? {} : { parentTenantId })
  const { accessToken: token, user } = await made.signIn()
  const tenantId: string = made.tenant.id
  const role = (permissions: readonly string[], masks: Record<string, string[]> = {}) => addRole(app, tenantId, permissions, masks)
  let idle: Promise<string> | undefined
  return {
    tenantId,
    token,
    adminId: user.id,
    role,
    async person(permissions, masks) {
      return await addPerson(app, tenantId, await role(permissions, masks))
    },
    async member() {
      idle ??= role([])
      const body = { email: `m-${randomUUID()}@example.test`, firstName: 'A', lastName: 'Member', roleId: await idle, tenantId }
      return expectStatus(await app.post('/api/v1/admins', { ...body, password: `long ${randomUUID()}` }, { token }), 201).json.id
    },
    async group(more = {}, members = []) {
      const { json } = expectStatus(await app.post(at, { nameEn: `Group ${mark()}`, ...more }, { token }), 201)
      if (members.length === 0) return json
      return expectStatus(await app.post(`${at}/${json.id}/members`, { adminIds: members }, { token }), 200).json
    },
  }
}

export async function addRole(
  app: TestApp,
  tenantId: string | null,
  permissions: readonly string[],
  masks: Record<string, string[]> = {},
): Promise<string> {
  const { kysely } = app.open.service.database
  const now = app.clock.now()
  const id = uuidv7(now)
  const name = `Role ${randomUUID()}`
  await kysely.insertInto('roles').values({ id, tenantId, name, nameKey: name.toLowerCase(), createdAt: now }).execute()
  const rows = permissions.map((permission) => ({ roleId: id, permission, restrictedFields: masks[permission] ?? [] }))
  if (rows.length > 0) await kysely.insertInto('rolePermissions').values(rows).execute()
  return id
}

export async function addPerson(app: TestApp, tenantId: string | null, roleId: string): Promise<Person> {
  const password = `long ${randomUUID()}`
  const email = `p-${randomUUID()}@example.test`
  const body = { email, firstName: 'Some', lastName: 'Person', roleId, tenantId, password }
  const { json } = expectStatus(await app.post('/api/v1/admins', body, { token: await app.superToken() }), 201)
  const { accessToken } = await app.signIn(email, password, tenantId === null ? { isPlatformAdmin: true } : { tenantId })
  return { id: json.id, email, token: accessToken }
}

/** Fails unless the answer is a 403 that names exactly these permissions as beyond the caller. */
export function expectExcess(reply: Reply, excess: readonly string[]): void {
  const { json } = expectStatus(reply, 403)
  if (json.code !== 'permission_denied' || JSON.stringify(json.excess) !== JSON.stringify(excess)) throw new Error(reply.text)
}

/** Fails unless the answer is an error of this status whose problems are at these fields. */
export function expectFields(reply: Reply, status: number, fields: readonly string[]): void {
  const { json } = expectStatus(reply, status)
  const found = (json.errors ?? []).map(({ field }: { field: string }) => field)
  if (JSON.stringify(found) !== JSON.stringify(fields)) throw new Error(`expected ${fields.join()}: ${reply.text}`)
}

/** Types of the events about a group, oldest first. */
export async function groupEvents(app: TestApp, id: string): Promise<string[]> {
  const { database, keys } = app.open.service
  const uuid = keys.opaqueIds.decode('group', id) as string
  const rows = await database.kysely.selectFrom('events').select('type').where('entityId', '=', uuid).orderBy('id').execute()
  return rows.map(({ type }) => type)
}

export const put = (app: TestApp, path: string, body: unknown, token: string, headers: Record<string, string> = {}) =>
  app.request('PUT', `${at}/${path}`, { body, token, headers })
export const remove = (app: TestApp, path: string, token: string) => app.request('DELETE', `${at}/${path}`, { token })
export const detail = async (app: TestApp, id: string, token: string) => expectStatus(await app.get(`${at}/${id}`, { token }), 200).json

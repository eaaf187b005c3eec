/** Trees, roles and grants of the tests of delegation. */
import { permissionByName, permissionNames } from '#core/permissions.ts'
import { uuidv7 } from '#core/uuid.ts'
import { type Reply, type TestApp, tenantWithAdmin } from '../harness.ts'

export const idOf = (name: string): string => {
  const permission = permissionByName(name)
  if (!permission) throw new Error(`no permission ${name}`)
  return permission.id
}

/** All that a root is granted at its creation. */
export const everything = permissionNames.filter((name) => !name.startsWith('settings.'))
export const allBut = (...names: string[]) => everything.filter((name) => !names.includes(name))

/** `PUT /Tenants/{id}/permissions` by names. */
export const putGrant = (
  app: TestApp,
  token: string,
  tenantId: string,
  names: readonly string[],
  restrictedFields?: Record<string, string[]>,
): Promise<Reply> =>
  app.request('PUT', `/api/v1/Tenants/${tenantId}/permissions`, {
    token,
    body: {
      permissionIds: names.map(idOf),
      ...(restrictedFields && {
        restrictedFields: Object.fromEntries(Object.entries(restrictedFields).map(([name, fields]) => [idOf(name), fields])),
      }),
    },
  })

/** What a tenant is granted, and what of it is restricted, as the SuperAdmin reads it. */
export async function grantOf(app: TestApp, tenantId: string): Promise<{ names: string[]; restricted: Record<string, string[]> }> {
  const { json } = await app.get(`/api/v1/Tenants/${tenantId}/permissions`, { token: await app.superToken() })
  const entries = json as { name: string; restrictedFields: string[] }[]
  return {
    names: entries.map(({ name }) => name),
    restricted: Object.fromEntries(
      entries.filter(({ restrictedFields }) => restrictedFields.length > 0).map(({ name, restrictedFields }) => [name, restrictedFields]),
    ),
  }
}

/** Permissions and restrictions of whoever has the token. */
export async function mine(
  app: TestApp,
  token: string,
): Promise<{ permissions: string[]; restrictions: Record<string, string[] | undefined> }> {
  const { json } = await app.get('/api/v1/permissions/my', { token })
  const restrictions = json.restrictions as { permissionCode: string; restrictedFields: string[] }[]
  return {
    permissions: json.permissions,
    restrictions: Object.fromEntries(restrictions.map(({ permissionCode, restrictedFields }) => [permissionCode, restrictedFields])),
  }
}

export interface Line {
  /** Each below the one before. */
  readonly ids: readonly string[]
  /** Tokens of their first admins, TenantAdmins all. */
  readonly tokens: readonly string[]
}

/** A root with one tenant below the other. */
export async function lineOf(app: TestApp, length: number): Promise<Line> {
  const ids: string[] = []
  const tokens: string[] = []
  for (let level = 0; level < length; level++) {
    const made = await tenantWithAdmin(app, { name: `Level ${level}`, ...(level > 0 && { parentTenantId: ids[level - 1]! }) })
    ids.push(made.tenant.id)
    tokens.push((await made.signIn()).accessToken)
  }
  return { ids, tokens }
}

/** A role as a row, for what no route can make. @returns its id */
export async function addRole(
  app: TestApp,
  tenantId: string,
  listed: Record<string, string[]>,
  more: { deletedAt?: Date } = {},
): Promise<string> {
  const { kysely } = app.open.service.database
  const now = app.clock.now()
  const id = uuidv7(now)
  await kysely
    .insertInto('roles')
    .values({ id, tenantId, name: `Role ${id}`, nameKey: `role ${id}`, createdAt: now, ...more })
    .execute()
  await kysely
    .insertInto('rolePermissions')
    .values(Object.entries(listed).map(([permission, restrictedFields]) => ({ roleId: id, permission, restrictedFields })))
    .execute()
  return id
}

/** The permissions a role lists, by name. */
export async function listedBy(app: TestApp, roleId: string): Promise<string[]> {
  const rows = await app.open.service.database.kysely
    .selectFrom('rolePermissions')
    .select('permission')
    .where('roleId', '=', roleId)
    .execute()
  return rows.map(({ permission }) => permission).sort((one, other) => (one < other ? -1 : 1))
}

/** Events of one type about one record, oldest first. */
export const eventsAbout = (app: TestApp, type: string, entityId: string) =>
  app.open.service.database.kysely
    .selectFrom('events')
    .selectAll()
    .where('type', '=', type)
    .where('entityId', '=', entityId)
    .orderBy('id')
    .execute()

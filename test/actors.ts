/** The people of the generated sweeps: a tree P → T → C with a sibling S of T, and admins of every kind of power. */
import { randomUUID } from 'node:crypto'
import { permissionNames } from '#core/permissions.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { AnyRoute } from '#http/route.ts'
import { expectStatus, type TestApp, tenantWithAdmin } from './harness.ts'
import { addUser } from './users/rig.ts'

export interface Actors {
  /** Holds every permission its tenant T was granted. */
  readonly tenantAdmin: string
  readonly tenantId: string
  readonly superId: string
  /** Signed in, and allowed nothing that needs a permission. */
  readonly powerless: string
  /** An end user of T. */
  readonly user: string
  /** An admin of T with every permission but one. */
  allBut(permission: string): Promise<string>
  /** A token good enough for the route. */
  token(endpoint: AnyRoute): Promise<string>
  /** Ids of records in S and in P, by the word of the path that names their kind. */
  readonly foreign: Readonly<Record<string, readonly string[]>>
}

export async function standingActors(app: TestApp): Promise<Actors> {
  const superToken = await app.superToken()
  const parent = await tenantWithAdmin(app, { name: 'Parent' })
  const own = await tenantWithAdmin(app, { name: 'Own', parentTenantId: parent.tenant.id })
  const sibling = await tenantWithAdmin(app, { name: 'Sibling', parentTenantId: parent.tenant.id })
  await tenantWithAdmin(app, { name: 'Child', parentTenantId: own.tenant.id })
  const foreignAdmins = await Promise.all([sibling, parent].map(async (tenant) => (await tenant.signIn()).user.id))
  const events = await Promise.all(
    [sibling, parent].map(
      async ({ tenant }) =>
        expectStatus(await app.get(`/api/v1/audit?tenantId=${tenant.id}`, { token: superToken }), 200).json.items[0].id as string,
    ),
  )
  const tenantAdmin = (await own.signIn()).accessToken
  const foreignTenants = [sibling.tenant.id as string, parent.tenant.id as string]
  const roles = await app.open.service.database.kysely
    .selectFrom('roles')
    .select('id')
    .where('tenantId', 'in', foreignTenants)
    .where('seed', '=', 'Viewer')
    .execute()
  const groups = await Promise.all(foreignTenants.map((tenantId) => addGroup(app, tenantId)))
  const users = await Promise.all(
    foreignTenants.map(async (tenantId) => {
      const body = { username: `u-${randomUUID()}`, email: `user-${randomUUID()}@example.test`, tenantId, password: `long ${randomUUID()}` }
      return expectStatus(await app.post('/api/v1/users', body, { token: superToken }), 201).json.id as string
    }),
  )
  const templates = await Promise.all(
    foreignTenants.map(async (tenantId) => {
      const body = { name: 'Foreign', subject: 'S', bodyHtml: '<p></p>', category: 'notification', tenantId }
      return expectStatus(await app.post('/api/v1/message-templates', body, { token: superToken }), 201).json.id as string
    }),
  )
  const tokens = new Map<string, Promise<string>>()
  const holding = (permissions: readonly string[]) => tokenHolding(app, own.tenant.id, permissions)
  const powerless = await holding([])
  const user = (await (await addUser(app, own.tenant.code)).signIn()).accessToken
  return {
    tenantAdmin,
    tenantId: own.tenant.id,
    superId: (await app.get('/api/v1/Admins/me', { token: superToken })).json.id,
    powerless,
    allBut(permission) {
      const known =
        tokens.get(permission) ?? holding(permissionNames.filter((name) => name !== permission && !name.startsWith('settings.')))
      tokens.set(permission, known)
      return known
    },
    user,
    token: async ({ access }) => (access === 'user' ? user : superToken),
    foreign: {
      tenants: foreignTenants,
      roles: roles.map(({ id }) => id),
      usergroups: groups,
      admins: foreignAdmins,
      admin: foreignAdmins,
      users,
      audit: events,
      'message-templates': templates,
    },
  }
}

/** A group with nothing in it. @returns its id as the interface shows it */
async function addGroup(app: TestApp, tenantId: string): Promise<string> {
  const { database, keys } = app.open.service
  const now = app.clock.now()
  const id = uuidv7(now)
  await database.kysely
    .insertInto('userGroups')
    .values({ id, tenantId, nameEn: 'Group', code: `g-${id}`, createdAt: now })
    .execute()
  return keys.opaqueIds.encode('group', id)
}

/** Roles have no routes before part 2: this one is a row, its holder an admin made over HTTP. */
export async function tokenHolding(
  app: TestApp,
  tenantId: string,
  permissions: readonly string[],
  masks: Record<string, string[]> = {},
): Promise<string> {
  const { kysely } = app.open.service.database
  const now = app.clock.now()
  const roleId = uuidv7(now)
  const name = `Role ${randomUUID()}`
  await kysely.insertInto('roles').values({ id: roleId, tenantId, name, nameKey: name.toLowerCase(), createdAt: now }).execute()
  if (permissions.length > 0) {
    await kysely
      .insertInto('rolePermissions')
      .values(permissions.map((permission) => ({ roleId, permission, restrictedFields: masks[permission] ?? [] })))
      .execute()
  }
  const password = `zuvaqor-${randomUUID()}`
  const email = `holder-${randomUUID()}@example.test`
  const body = { email, firstName: 'Some', lastName: 'Holder', roleId, tenantId, password }
  expectStatus(await app.post('/api/v1/admins', body, { token: await app.superToken() }), 201)
  return (await app.signIn(email, password, { tenantId })).accessToken
}

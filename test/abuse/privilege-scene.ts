/** Who tries to come by rights in the tests of privilege, what there is to aim at, and what is stored of it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { allBut, idOf, putGrant } from '../delegation/rig.ts'
import { addPerson, at, type Person, put, type World, world } from '../groups/world.ts'
import { expectStatus, type TestApp } from '../harness.ts'

export const email = { 'admins.view': ['email'] }
export const restricting = [{ permissionCode: 'admins.view', restrictedFields: ['email'] }]
/** All but one right, and one of those masked. */
export const held = allBut('users.delete')
export const roles = '/api/v1/roles'
export const tenants = '/api/v1/Tenants'
export const admins = '/api/v1/admins'
/** The calls that give something, by names instead of ids. */
export function callsOf(app: TestApp) {
  const putRole = (id: string, body: object, token: string) => app.request('PUT', `${roles}/${id}`, { token, body })
  return {
    putRole,
    setRole: (id: string, names: readonly string[], token: string, fields: Fields = {}) =>
      putRole(`${id}/permissions`, { permissionIds: names.map(idOf), restrictedFields: byId(fields) }, token),
    newRole: (names: readonly string[], token: string, fields: Fields = {}, more: object = {}) =>
      app.post(roles, { name: randomUUID(), permissionIds: names.map(idOf), restrictedFields: byId(fields), ...more }, { token }),
    newGroup: (body: object, token: string) => app.post(at, { nameEn: 'A group', ...body }, { token }),
    join: (groupId: string, adminIds: readonly string[], token: string) => app.post(`${at}/${groupId}/members`, { adminIds }, { token }),
    newAdmin(roleId: string, token: string, more: object = {}) {
      const person = { email: `x-${randomUUID()}@example.test`, firstName: 'X', lastName: 'Y', password: `long ${randomUUID()}` }
      return app.post('/api/v1/admins', { ...person, roleId, ...more }, { token })
    },
  }
}

type Fields = Record<string, string[]>
const byId = (fields: Fields) => Object.fromEntries(Object.entries(fields).map(([name, list]) => [idOf(name), list]))

/** Everything that rights are made of, as it is stored: a digest for each table. */
export async function rightsStored(app: TestApp): Promise<Record<string, string>> {
  const parts: Record<string, string> = {
    accounts: 'id, role_id, is_active, is_blocked, deleted_at',
    roles: 'id, version, is_default, deleted_at',
    role_permissions: 'role_id, permission, restricted_fields',
    user_groups: 'id, version, is_active, deleted_at',
    user_group_roles: 'group_id, role_id',
    user_group_members: 'group_id, account_id',
    user_group_restrictions: 'group_id, permission, fields',
    tenants: 'id, version, status, deleted_at',
    tenant_permissions: 'tenant_id, permission',
    tenant_restrictions: 'tenant_id, permission, fields',
    tenant_settings: 'tenant_id, max_admins, max_roles, max_sub_tenants, audit_enabled, audit_retention_days',
  }
  const digests = Object.entries(parts).map(
    ([table, columns]) => `(select md5(string_agg(t::text, ';' order by t::text)) from (select ${columns} from ${table}) t) as ${table}`,
  )
  const { rows } = await sql<Record<string, string>>`select ${sql.raw(digests.join(', '))}`.execute(app.open.service.database.kysely)
  return rows[0]!
}

export interface Scene {
  readonly own: World
  readonly parent: World
  readonly child: World
  /** Holds `held` by a role of the own, masked; also through the group it is in. */
  readonly me: Person
  readonly myRole: string
  readonly myGroup: string
  /** A role and groups that give what the attacker does not hold. */
  readonly strong: string
  readonly strongGroup: string
  readonly sleeping: string
  /** A group that restricts the attacker, and one that somebody above is in. */
  readonly binding: string
  readonly above: string
  readonly tenantAdminRole: string
  readonly childRole: string
  /** Holds nothing. */
  readonly nobody: string
}

export async function scene(app: TestApp): Promise<Scene> {
  const parent = await world(app)
  const own = await world(app, parent.tenantId)
  const child = await world(app, own.tenantId)
  expectStatus(
    await putGrant(app, own.token, child.tenantId, allBut('users.delete', 'files.view'), { ...email, 'users.view': ['email'] }),
    200,
  )
  const quotas = { maxAdmins: 50, maxRoles: 50, maxSubTenants: 50 }
  expectStatus(await app.request('PUT', `${tenants}/${own.tenantId}/settings`, { token: parent.token, body: quotas }), 200)
  const myRole = await own.role(held, email)
  const me = await addPerson(app, own.tenantId, myRole)
  const strong = await own.role(['users.delete', 'users.view'])
  const binding = (await own.group({}, [me.id])).id
  expectStatus(await put(app, `${binding}/restrictions`, { restrictions: restricting }, own.token), 200)
  const { items } = expectStatus(await app.get(`${roles}?isSystem=true`, { token: own.token }), 200).json
  return {
    ...{ own, parent, child, me, myRole, strong, binding },
    myGroup: (await own.group({ roleIds: [await own.role(['roles.view'])] }, [me.id])).id,
    strongGroup: (await own.group({ roleIds: [strong] })).id,
    sleeping: (await own.group({ isActive: false, roleIds: [strong] }, [me.id])).id,
    above: (await own.group({}, [own.adminId])).id,
    tenantAdminRole: items[0].id,
    childRole: await child.role([]),
    nobody: await own.member(),
  }
}

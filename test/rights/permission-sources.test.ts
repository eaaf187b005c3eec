import { deepEqual, equal } from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { permissionCatalogue } from '#core/permissions.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { Database } from '#db/database.ts'
import { runHot } from '#db/rows/hot-query.ts'
import { effectivePermissions } from '#rights/effective-permissions.ts'
import { loadPermissionSources, permissionSourcesOf } from '#rights/permission-sources.ts'
import { atEnd } from '../rig/cleanup.ts'
import { migratedDatabase } from '../rig/snapshots.ts'

const now = new Date('2026-03-01T12:00:00Z')
const id = () => uuidv7(now)

describe('permissionSources', () => {
  let database: Database
  const [parent, tenant] = [id(), id()]
  const [mainRole, groupRole, deletedRole] = [id(), id(), id()]
  const [activeGroup, idleGroup, deletedGroup] = [id(), id(), id()]
  const [member, loner, platform] = [id(), id(), id()]

  before(async () => {
    database = await migratedDatabase()
    atEnd(() => database.close())
    const db = database.kysely
    await db
      .insertInto('permissions')
      .values(permissionCatalogue.map((permission) => ({ id: permission.id, name: permission.name, category: permission.category })))
      .execute()
    const tenantRow = (tenantId: string, parentId: string | null) => ({ id: tenantId, parentId, code: tenantId, name: 'T', createdAt: now })
    await db
      .insertInto('tenants')
      .values([tenantRow(parent, null), tenantRow(tenant, parent)])
      .execute()
    const pairs = [[parent, parent, 0] as const, [parent, tenant, 1] as const, [tenant, tenant, 0] as const]
    await db
      .insertInto('tenantClosure')
      .values(pairs.map(([ancestorId, descendantId, depth]) => ({ ancestorId, descendantId, depth })))
      .execute()
    await db
      .insertInto('tenantPermissions')
      .values(['admins.view', 'users.view', 'roles.view'].map((permission) => ({ tenantId: tenant, permission })))
      .execute()
    await db
      .insertInto('tenantRestrictions')
      .values([
        { tenantId: parent, permission: 'users.view', fields: ['phoneNumber'] },
        { tenantId: tenant, permission: 'admins.view', fields: ['email'] },
      ])
      .execute()
    const owned = { tenantId: tenant, createdAt: now }
    const roleRow = (roleId: string, deletedAt: Date | null) => ({ ...owned, id: roleId, name: roleId, nameKey: roleId, deletedAt })
    await db
      .insertInto('roles')
      .values([roleRow(mainRole, null), roleRow(groupRole, null), roleRow(deletedRole, now)])
      .execute()
    await db
      .insertInto('rolePermissions')
      .values([
        { roleId: mainRole, permission: 'admins.view', restrictedFields: ['phoneNumber'] },
        { roleId: mainRole, permission: 'admins.delete', restrictedFields: [] },
        { roleId: groupRole, permission: 'users.view', restrictedFields: [] },
        { roleId: deletedRole, permission: 'roles.view', restrictedFields: [] },
      ])
      .execute()
    const groups = [
      { id: activeGroup, isActive: true, deletedAt: null },
      { id: idleGroup, isActive: false, deletedAt: null },
      { id: deletedGroup, isActive: true, deletedAt: now },
    ]
    await db
      .insertInto('userGroups')
      .values(groups.map((group) => ({ ...owned, ...group, nameEn: group.id, code: group.id })))
      .execute()
    await db
      .insertInto('userGroupRoles')
      .values([
        { groupId: activeGroup, roleId: groupRole },
        { groupId: activeGroup, roleId: deletedRole },
        { groupId: idleGroup, roleId: deletedRole },
      ])
      .execute()
    await db
      .insertInto('userGroupRestrictions')
      .values({ groupId: idleGroup, permission: 'users.view', fields: ['email'] })
      .execute()
    const account = (accountId: string, tenantId: string | null, roleId: string | null) =>
      ({ id: accountId, kind: 'admin', tenantId, email: `${accountId}@example.test`, search: '', roleId, createdAt: now }) as const
    await db
      .insertInto('accounts')
      .values([account(member, tenant, mainRole), account(loner, tenant, deletedRole), account(platform, null, null)])
      .execute()
    await db
      .insertInto('userGroupMembers')
      .values(groups.map((group) => ({ groupId: group.id, accountId: member, addedAt: now })))
      .execute()
  })

  it('come for many accounts at once, with the roles and groups that live and what all ancestors restrict', async () => {
    const found = await loadPermissionSources(database.kysely, [member, loner, platform, id()])
    deepEqual([...found.keys()].sort(), [member, loner, platform].sort())
    const { permissions, masks } = effectivePermissions(found.get(member)!)
    deepEqual([...permissions].sort(), ['admins.view', 'users.view'])
    deepEqual(Object.fromEntries(masks), { 'admins.view': ['email', 'phoneNumber'], 'users.view': ['phoneNumber'] })
    deepEqual(
      found
        .get(member)!
        .groups.map((group) => [group.id, group.isActive])
        .sort(),
      [
        [activeGroup, true],
        [deletedGroup, false],
        [idleGroup, false],
      ].sort(),
    )
  })

  it('have a role once, however many of their groups give it', async () => {
    const db = database.kysely
    await db.insertInto('userGroupRoles').values({ groupId: idleGroup, roleId: groupRole }).execute()
    const { rows } = await runHot(db, permissionSourcesOf([member]))
    deepEqual(
      rows[0]!.groupRoles.map((role) => role.id),
      [groupRole],
    )
    const groups = (await loadPermissionSources(db, [member]))
      .get(member)!
      .groups.map((group) => [group.id, group.roles.map((role) => role.id)])
    deepEqual(
      new Map(groups as [string, string[]][]),
      new Map([
        [activeGroup, [groupRole]],
        [idleGroup, [groupRole]],
        [deletedGroup, []],
      ]),
    )
    await db.deleteFrom('userGroupRoles').where('groupId', '=', idleGroup).where('roleId', '=', groupRole).execute()
  })

  it('hold nothing of a deleted role, and all of the catalogue on the platform', async () => {
    const found = await loadPermissionSources(database.kysely, [loner, platform])
    equal(found.get(loner)!.role, null)
    equal(effectivePermissions(found.get(loner)!).permissions.size, 0)
    deepEqual(found.get(platform), { accountId: platform, tenantId: null, role: null, groups: [], grant: 'all', tenantRestrictions: [] })
    deepEqual(await loadPermissionSources(database.kysely, []), new Map())
  })
})

import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { permissionNames } from '#core/permissions.ts'
import { tenantNames } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { countMembers, livingGroups } from './locked-groups.ts'
import { opaqueGroupId } from './user-groups.ids.ts'
import { type CompactGroup, type Group as GroupShape, inDetail, inList } from './user-groups.schema.ts'

type Group = z.input<typeof GroupShape>
type Member = Group['members'][number]
type Role = Group['roles'][number]

export async function loadCompactGroups(ctx: Context, ids: readonly string[]): Promise<z.input<typeof CompactGroup>[]> {
  const rows = await livingGroups(ctx, ids)
    .select(['userGroups.id', 'userGroups.nameEn', 'userGroups.nameAr', 'userGroups.code', 'userGroups.isActive'])
    .execute()
  return rows.map((row) => ({ ...row, id: opaqueGroupId(ctx, row.id) }))
}

export const loadGroupItems = (ctx: Context, ids: readonly string[]): Promise<Group[]> => loadGroups(ctx, ids, inList)

/** One group; 404 for an unknown, deleted or foreign one alike. */
export async function getGroup(ctx: Context, id: string): Promise<Group> {
  const [group] = await loadGroups(ctx, [id], inDetail)
  if (!group) throw notFound()
  return group
}

async function loadGroups(ctx: Context, ids: readonly string[], most: { members: number; roles: number }): Promise<Group[]> {
  const rows = await livingGroups(ctx, ids)
    .select([
      'userGroups.id',
      'userGroups.nameEn',
      'userGroups.nameAr',
      'userGroups.code',
      'userGroups.isActive',
      'userGroups.descriptionEn',
      'userGroups.descriptionAr',
      'userGroups.tenantId',
      'userGroups.createdAt',
      'userGroups.version',
      sql<Group['restrictions']>`coalesce((
        select jsonb_agg(jsonb_build_object('permissionCode', gx.permission, 'restrictedFields', gx.fields) order by gx.permission)
        from user_group_restrictions gx where gx.group_id = user_groups.id), '[]')`.as('restrictions'),
    ])
    .execute()
  const found = rows.map(({ id }) => id)
  const memberCounts = await countMembers(ctx, found)
  const members = await firstMembers(ctx, found, most.members)
  const roles = await rolesOf(ctx, found)
  const nameOf = await tenantNames(
    ctx,
    rows.map(({ tenantId }) => tenantId),
  )
  return rows.map((row) => {
    const all = roles.get(row.id) ?? []
    return {
      ...row,
      id: opaqueGroupId(ctx, row.id),
      tenantId: row.tenantId && ctx.service.keys.opaqueIds.encode('tenant', row.tenantId),
      tenantName: nameOf(row.tenantId),
      memberCount: memberCounts.get(row.id) ?? 0,
      members: members.get(row.id) ?? [],
      roleCount: all.length,
      roles: all.slice(0, most.roles),
    }
  })
}

/**
 * From the index of each group's members no more than are shown. Each account is looked up by itself: joined, the plan walked all
 * accounts once for every group that has none.
 */
// unscoped: by groups in scope; members through their door
async function firstMembers(ctx: Context, groupIds: readonly string[], most: number): Promise<Map<string, Member[]>> {
  const one = select(ctx, 'admins')
    .select([
      'accounts.id as adminId',
      'accounts.firstName',
      'accounts.lastName',
      'accounts.username',
      'accounts.email',
      'accounts.isActive',
    ])
    .where(sql<SqlBool>`accounts.id = m.account_id`)
    .limit(1)
  const { rows } = await sql<Member & { groupId: string }>`
    select g.id as group_id, first.*
    from unnest(${groupIds}::uuid[]) as g (id) cross join lateral (
      select one.* from user_group_members m cross join lateral ${one} as one
      where m.group_id = g.id order by m.account_id limit ${most}
    ) first`.execute(ctx.db)
  return byGroup(rows.map(({ groupId, ...member }) => [groupId, member]))
}

/** Their living roles, by name: at most as many as a group may have. */
// unscoped: roles through their door; the grant is that of each role's tenant
async function rolesOf(ctx: Context, groupIds: readonly string[]): Promise<Map<string, Role[]>> {
  const rows = await select(ctx, 'roles')
    .innerJoin('userGroupRoles as gr', 'gr.roleId', 'roles.id')
    .select([
      'gr.groupId',
      'roles.id as roleId',
      'roles.name as nameEn',
      'roles.nameKey as code',
      'roles.reach',
      'roles.tenantId',
      // what follows the grant counts what the grant holds
      sql<number>`(case when roles.reach = 'listed' then (select count(*) from role_permissions p where p.role_id = roles.id)
        else (select count(*) from tenant_permissions p
          where p.tenant_id = roles.tenant_id and (roles.reach = 'granted' or p.permission like '%.view')) end)::integer`.as(
        'permissionCount',
      ),
    ])
    .where(sql<SqlBool>`gr.group_id = any(${groupIds}::uuid[])`)
    .orderBy('roles.nameKey')
    .execute()
  return byGroup(
    rows.map(({ groupId, reach, tenantId, permissionCount, ...role }) => [
      groupId,
      { ...role, nameAr: null, permissionCount: tenantId === null && reach !== 'listed' ? ofCatalogue(reach) : permissionCount },
    ]),
  )
}

/** The platform's grant is the whole catalogue. */
const ofCatalogue = (reach: 'granted' | 'views') => permissionNames.filter((name) => reach === 'granted' || name.endsWith('.view')).length

function byGroup<T>(entries: readonly (readonly [string, T])[]): Map<string, T[]> {
  const grouped = new Map<string, T[]>()
  for (const [groupId, value] of entries) {
    const known = grouped.get(groupId)
    if (known) known.push(value)
    else grouped.set(groupId, [value])
  }
  return grouped
}

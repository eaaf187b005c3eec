import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type FieldProblem, validationFailed } from '#core/errors.ts'
import { permissionByName } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import { update } from '#db/owned.ts'
import { revoke } from '#db/revocations.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { requireVersion } from '#http/version.ts'
import { excessOfLifting, refuseExcess, requireRolesWithin } from '#identity/delegation.ts'
import type { Restriction } from '#identity/effective-permissions.ts'
import { getGroup } from './user-groups.queries.ts'
import { lockGroup, refuseRestrictingSuperAdmin, requireChangeWithin, requireOwnRoles } from './user-groups.rights.ts'
import type { Group as GroupShape, NewRestrictions } from './user-groups.schema.ts'

type Group = z.input<typeof GroupShape>
type Wanted = z.output<typeof NewRestrictions>['restrictions']

/** Makes these the roles of a group, and no others. Under the locks of both. */
export async function storeRoles(ctx: Context, groupId: string, roleIds: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('userGroupRoles').where('groupId', '=', groupId).where(sql<SqlBool>`role_id <> all(${roleIds}::uuid[])`).execute()
  await sql`insert into user_group_roles (group_id, role_id) select ${groupId}::uuid, unnest(${roleIds}::uuid[])
    on conflict do nothing`.execute(ctx.db)
}

/**
 * Replaces all roles of a group by these.
 * @throws AppError 404 unknown or foreign group or roles, 403 with `excess`: what the group gave, what it will give, or somebody in it
 * is beyond the caller; 409 stale version
 */
export async function replaceRoles(ctx: Context, id: string, roleIds: readonly string[], version: number | undefined): Promise<Group> {
  const { group, giver } = await lockGroup(ctx, id, { roleIds })
  requireVersion(group, version)
  await requireOwnRoles(ctx, roleIds, group.tenantId)
  const changes = changesBetween({ roleIds: [...group.roleIds] }, { roleIds: [...roleIds].sort() })
  if (!changes.roleIds) return await getGroup(ctx, id)
  await requireChangeWithin(ctx, giver, group, false)
  const added = roleIds.filter((roleId) => !group.roleIds.includes(roleId))
  await requireRolesWithin(ctx, giver, added, group.tenantId)
  await storeRoles(ctx, id, roleIds)
  await touch(ctx, id)
  await emit(ctx, 'group.roles_changed', { tenantId: group.tenantId, entityId: id, entityName: group.nameEn, changes })
  return await getGroup(ctx, id)
}

/**
 * Replaces all field restrictions of a group by these.
 * @throws AppError 400 a permission that the tenant is not granted, or a field that can't be restricted under it; 404 unknown or
 * foreign group; 403 with `excess`: as `replaceRoles`, or a restriction would end that binds the caller; 409 stale version
 */
export async function replaceRestrictions(ctx: Context, id: string, wanted: Wanted, version: number | undefined): Promise<Group> {
  const { group, giver } = await lockGroup(ctx, id)
  requireVersion(group, version)
  await requireRestrictable(ctx, group.tenantId, wanted)
  const next = wanted.flatMap(({ permissionCode, restrictedFields }): Restriction[] =>
    restrictedFields.length > 0 ? [{ permission: permissionCode, fields: [...new Set(restrictedFields)].sort() }] : [],
  )
  const changes = changesBetween({ restrictions: shown(group.restrictions) }, { restrictions: shown(next) })
  if (!changes.restrictions) return await getGroup(ctx, id)
  await requireChangeWithin(ctx, giver, group, false)
  refuseExcess(excessOfLifting(giver, endedBy(next, group.restrictions)))
  if (endedBy(group.restrictions, next).some(({ fields }) => fields.length > 0)) await refuseRestrictingSuperAdmin(ctx, id)
  await storeRestrictions(ctx, id, next)
  await touch(ctx, id)
  await emit(ctx, 'group.restrictions_changed', { tenantId: group.tenantId, entityId: id, entityName: group.nameEn, changes })
  return await getGroup(ctx, id)
}

/** In one order, whatever the order it was sent in. */
const shown = (restrictions: readonly Restriction[]) =>
  restrictions
    .map(({ permission, fields }) => ({ permissionCode: permission, restrictedFields: [...fields].sort() }))
    .sort((a, b) => (a.permissionCode < b.permissionCode ? -1 : 1))

/** What of `before` does not hold any more. */
const endedBy = (next: readonly Restriction[], before: readonly Restriction[]): Restriction[] =>
  before.map(({ permission, fields }) => {
    const kept = next.find((restriction) => restriction.permission === permission)?.fields ?? []
    return { permission, fields: fields.filter((field) => !kept.includes(field)) }
  })

/** Throws 400 naming every permission that is there twice or not granted, and every field that it can't be restricted in. */
async function requireRestrictable(ctx: Context, tenantId: string | null, wanted: Wanted): Promise<void> {
  const granted =
    tenantId === null
      ? null
      : new Set(
          (await ctx.db.selectFrom('tenantPermissions').select('permission').where('tenantId', '=', tenantId).execute()).map(
            (row) => row.permission,
          ),
        )
  const problems = wanted.flatMap(({ permissionCode, restrictedFields }, at): FieldProblem[] => {
    const path = `restrictions.${at}`
    const isTwice = wanted.findIndex((other) => other.permissionCode === permissionCode) !== at
    if (isTwice || (granted && !granted.has(permissionCode))) return [{ field: `${path}.permissionCode`, code: 'not_allowed_value' }]
    const restrictable = permissionByName(permissionCode)?.restrictableFields ?? []
    return restrictedFields.flatMap((field, index) =>
      restrictable.includes(field) ? [] : [{ field: `${path}.restrictedFields.${index}`, code: 'not_allowed_value' }],
    )
  })
  if (problems.length > 0) throw validationFailed(problems.slice(0, 100))
}

async function storeRestrictions(ctx: Context, groupId: string, restrictions: readonly Restriction[]): Promise<void> {
  await ctx.db.deleteFrom('userGroupRestrictions').where('groupId', '=', groupId).execute()
  if (restrictions.length === 0) return
  await ctx.db
    .insertInto('userGroupRestrictions')
    .values(restrictions.map(({ permission, fields }) => ({ groupId, permission, fields: [...fields] })))
    .execute()
}

/** What the group gives has changed: its record is another one, and live tokens must read it again. */
export async function touch(ctx: Context, groupId: string): Promise<void> {
  await update(ctx, 'userGroups')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', groupId)
    .execute()
  await revoke(ctx, 'group', groupId)
}

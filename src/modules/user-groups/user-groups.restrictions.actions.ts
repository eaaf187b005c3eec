import type { z } from 'zod'
import { type FieldProblem, validationFailed } from '#core/errors.ts'
import { permissionByName } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { requireVersion } from '#http/version.ts'
import { refuseExcess, restrictionsNotLiftable } from '#rights/delegation.ts'
import type { Restriction } from '#rights/effective-permissions.ts'
import { restrictionFacts } from '#rights/grant-events.ts'
import { readGrant, restrictionsBeyond } from '#rights/grants.ts'
import { getGroup } from './user-groups.queries.ts'
import { lockGroup, refuseRestrictingSuperAdmin, requireChangeWithin } from './user-groups.rights.ts'
import { touch } from './user-groups.roles.actions.ts'
import type { Group as GroupShape, NewRestrictions } from './user-groups.schema.ts'

type Group = z.input<typeof GroupShape>
type Wanted = z.output<typeof NewRestrictions>['restrictions']

/**
 * Replaces all field restrictions of a group by these.
 * @throws AppError 400 a permission that the tenant is not granted, or a field that can't be restricted under it; 404 unknown or
 * foreign group; 403 with `excess`: as `replaceRoles`, or a restriction would end that binds the caller; 409 stale version
 */
export async function replaceRestrictions(ctx: Context, id: string, wanted: Wanted, version: number | undefined): Promise<Group> {
  const { group, grantor } = await lockGroup(ctx, id)
  requireVersion(group, version)
  await requireRestrictable(ctx, group.tenantId, wanted)
  const next = wanted.flatMap(({ permissionCode, restrictedFields }): Restriction[] =>
    restrictedFields.length > 0 ? [{ permission: permissionCode, fields: [...new Set(restrictedFields)].sort() }] : [],
  )
  const changes = changesBetween({ restrictions: restrictionFacts(group.restrictions) }, { restrictions: restrictionFacts(next) })
  if (!changes.restrictions) return await getGroup(ctx, id)
  await requireChangeWithin(ctx, grantor, group, false)
  refuseExcess(restrictionsNotLiftable(grantor, restrictionsBeyond(next, group.restrictions)))
  if (restrictionsBeyond(group.restrictions, next).length > 0) await refuseRestrictingSuperAdmin(ctx, id)
  await storeRestrictions(ctx, id, next)
  await touch(ctx, id)
  await emit(ctx, 'group.restrictions_changed', { tenantId: group.tenantId, entityId: id, entityName: group.nameEn, changes })
  return await getGroup(ctx, id)
}

/** Throws 400 naming every permission that is there twice or not granted, and every field that it can't be restricted in. */
async function requireRestrictable(ctx: Context, tenantId: string | null, wanted: Wanted): Promise<void> {
  const { permissions: granted } = await readGrant(ctx.db, tenantId)
  const problems = wanted.flatMap(({ permissionCode, restrictedFields }, at): FieldProblem[] => {
    const path = `restrictions.${at}`
    const isTwice = wanted.findIndex((other) => other.permissionCode === permissionCode) !== at
    if (isTwice || !granted.has(permissionCode)) return [{ field: `${path}.permissionCode`, code: 'not_allowed_value' }]
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

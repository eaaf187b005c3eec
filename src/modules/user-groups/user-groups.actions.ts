import type { z } from 'zod'
import { conflict } from '#core/errors.ts'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { insert, requireStillLiving, tenantOrOwn, update } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { requireVersion } from '#http/version.ts'
import { requireRolesWithin } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import type { LockedGroup } from './locked-groups.ts'
import { freeGroupCode, groupCodeOf, isCodeLost, requireFreeCode } from './user-groups.code.ts'
import { requireTenantId } from './user-groups.ids.ts'
import type { GroupFields } from './user-groups.new.schema.ts'
import { getGroup } from './user-groups.queries.ts'
import { lockGroup, requireChangeWithin, requireOwnRoles } from './user-groups.rights.ts'
import { storeRoles } from './user-groups.roles.actions.ts'
import type { Group as GroupShape } from './user-groups.schema.ts'

type Group = z.input<typeof GroupShape>
type Wanted = GroupFields & { nameEn: string; tenantId?: string | null | undefined }

const codeAttempts = 20

/**
 * Creates a group of a tenant in scope, or of the platform, with roles of that very tenant that lie within what the caller holds.
 * @throws AppError 400 a changed tenant id, 404 tenant or roles unknown or foreign, 403 with `excess`, 409 taken code
 */
export async function createGroup(ctx: Context, wanted: Wanted): Promise<Group> {
  const given = wanted.tenantId == null ? null : requireTenantId(ctx, wanted.tenantId, 'tenantId')
  const tenantId = await tenantOrOwn(ctx, given, 'tenantId')
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(ctx, (ctx) => createIn(ctx, tenantId, wanted))
    } catch (error) {
      if (!isCodeLost(error)) throw error
      // a code that was made of the name is made anew
      if (wanted.code !== undefined || attempt === codeAttempts) throw conflict('code')
    }
  }
}

async function createIn(ctx: Context, tenantId: string | null, wanted: Wanted): Promise<Group> {
  const roleIds = wanted.roleIds ?? []
  const grantor = await lockGrantor(ctx, { grantsOf: [tenantId], roleIds })
  await requireStillLiving(ctx, tenantId, 'tenantId')
  await requireOwnRoles(ctx, roleIds, tenantId)
  await requireRolesWithin(ctx, grantor, roleIds, tenantId)
  if (wanted.code !== undefined) await requireFreeCode(ctx, tenantId, wanted.code)
  const id = uuidv7(ctx.now)
  const columns = {
    nameEn: wanted.nameEn,
    nameAr: wanted.nameAr ?? null,
    code: wanted.code ?? (await freeGroupCode(ctx, tenantId, groupCodeOf(wanted.nameEn))),
    descriptionEn: wanted.descriptionEn ?? null,
    descriptionAr: wanted.descriptionAr ?? null,
    isActive: wanted.isActive ?? true,
  }
  await insert(ctx, 'userGroups', { id, tenantId, ...columns, createdAt: ctx.now, createdBy: ctx.actor.id })
  await storeRoles(ctx, id, roleIds)
  const set = Object.entries({ ...columns, roleIds: [...roleIds].sort() }).filter(([, value]) => value !== null)
  const changes = changesBetween({}, Object.fromEntries(set))
  await emit(ctx, 'group.created', { tenantId, entityId: id, entityName: wanted.nameEn, data: { roleIds }, changes })
  return await getGroup(ctx, id)
}

/**
 * Changes what was sent of a group. Names and descriptions need the permission only; roles and state also that the caller holds what
 * the group gives and stands above no one in it.
 * @throws AppError 404 unknown or foreign group or roles, 403 with `excess`, 409 taken code or stale version
 */
export async function updateGroup(ctx: Context, id: string, wanted: GroupFields, version: number | undefined): Promise<Group> {
  const { group, grantor } = await lockGroup(ctx, id, { roleIds: wanted.roleIds ?? [] })
  requireVersion(group, version)
  const { roleIds, ...columns } = wanted
  const after = { ...columns, ...(roleIds && { roleIds: [...roleIds].sort() }) } as Partial<LockedGroup>
  const changes = changesBetween({ ...group }, after)
  const gives = changes.isActive !== undefined || changes.roleIds !== undefined
  if (Object.keys(changes).length === 0) return await getGroup(ctx, id)
  if (gives) await requireMayChange(ctx, grantor, group, wanted)
  if (changes.code && wanted.code !== undefined) await requireFreeCode(ctx, group.tenantId, wanted.code)
  await update(ctx, 'userGroups')
    .set(({ eb }) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw isCodeLost(error) ? conflict('code') : error
    })
  if (changes.roleIds && roleIds) await storeRoles(ctx, id, roleIds)
  if (gives) await revoke(ctx, 'group', id)
  await emit(ctx, 'group.updated', { tenantId: group.tenantId, entityId: id, entityName: wanted.nameEn ?? group.nameEn, changes })
  return await getGroup(ctx, id)
}

async function requireMayChange(ctx: Context, grantor: Grantor, group: LockedGroup, wanted: GroupFields): Promise<void> {
  const roleIds = wanted.roleIds ?? []
  await requireOwnRoles(ctx, roleIds, group.tenantId)
  await requireChangeWithin(ctx, grantor, group, wanted.isActive === false)
  const added = roleIds.filter((roleId) => !group.roleIds.includes(roleId))
  await requireRolesWithin(ctx, grantor, added, group.tenantId)
}

/**
 * Deletes a group: it gives and restricts nothing any more. Its links stay as they are, for a restore.
 * @throws AppError 404 unknown or foreign, 403 with `excess` as `updateGroup`
 */
export async function deleteGroup(ctx: Context, id: string): Promise<void> {
  const { group, grantor } = await lockGroup(ctx, id)
  await requireChangeWithin(ctx, grantor, group, true)
  await update(ctx, 'userGroups')
    .set(({ eb }) => ({ deletedAt: ctx.now, deletedBy: ctx.actor.id, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await revoke(ctx, 'group', id)
  await emit(ctx, 'group.deleted', { tenantId: group.tenantId, entityId: id, entityName: group.nameEn })
}

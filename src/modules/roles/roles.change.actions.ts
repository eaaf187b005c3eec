import type { z } from 'zod'
import { stateConflict } from '#core/errors.ts'
import { nameKey } from '#core/text/name-key.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { update } from '#db/rows/owned.ts'
import { changesBetween } from '#events/changes.ts'
import { emit, emitAll } from '#events/emit.ts'
import { requireVersion } from '#http/version.ts'
import { requireRoleWithin } from '#rights/delegation.ts'
import { listFacts } from '#rights/grant-events.ts'
import { type GrantLocks, lockGrantor } from '#rights/grantor.ts'
import { refuseSeededName } from './role-names.ts'
import { refuseRoleInUse } from './role-use.ts'
import { namingTheName } from './roles.create.actions.ts'
import { lockDefault, takeDefault } from './roles.default.ts'
import { storeMenuItems } from './roles.menu-items.ts'
import { getRole, type RoleRecord } from './roles.queries.ts'
import type { RoleChange } from './roles.schema.ts'

/**
 * Locks a role for change, with the caller and what the role's tenant is granted.
 * @throws AppError 404 unknown or foreign, 409 a role of the service or, with a version sent, another one
 */
export async function lockRole(ctx: Context, id: string, sent?: number, more: Pick<GrantLocks, 'changedRoleIds'> = {}) {
  const { tenantId } = await getRole(ctx, id)
  const grantor = await lockGrantor(ctx, {
    grantsOf: [tenantId],
    changedRoleIds: [id, ...(more.changedRoleIds ?? [])],
  })
  const role = await getRole(ctx, id)
  if (role.isSystem) throw stateConflict()
  requireVersion(role, sent)
  return { role, grantor }
}

/**
 * Changes what a role is called, what it shows and whether it is the default. None of that gives a right, but that the default
 * is handed to others: only a role within what the caller holds may become it.
 * @throws AppError 404 unknown or foreign, or a menu item that is, 403 with `excess`, 409 taken or seeded name, other version, or
 * a role of the service
 */
export async function changeRole(
  ctx: Context,
  id: string,
  wanted: Omit<z.output<typeof RoleChange>, 'version'>,
  sent: number | undefined,
): Promise<RoleRecord> {
  const former = wanted.isDefault ? await lockDefault(ctx, (await getRole(ctx, id)).tenantId) : []
  const { role, grantor } = await lockRole(ctx, id, sent, { changedRoleIds: former })
  const { menuItemIds, ...columns } = wanted
  const wish: Record<string, unknown> = { ...columns, menuItemIds: menuItemIds && sortedIds(menuItemIds) }
  const changes = changesBetween<Record<string, unknown>>(factsOf(role), wish)
  if (Object.keys(changes).length === 0) return role
  const { name } = columns
  if (name !== undefined) refuseSeededName(name, role.seed)
  if (changes.isDefault?.after) {
    await requireRoleWithin(ctx, grantor, id, role.tenantId)
    await tellOfTaken(ctx, await takeDefault(ctx, former))
  }
  await update(ctx, 'roles')
    .set(({ eb }) => ({ ...columns, ...(name !== undefined && { nameKey: nameKey(name) }), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch(namingTheName)
  if (menuItemIds) await storeMenuItems(ctx, id, role.tenantId, menuItemIds)
  await emit(ctx, 'role.updated', { tenantId: role.tenantId, entityId: id, entityName: name ?? role.name, changes })
  return await getRole(ctx, id)
}

async function tellOfTaken(ctx: Context, taken: Awaited<ReturnType<typeof takeDefault>>): Promise<void> {
  const changes = { isDefault: { before: true, after: false } }
  await emitAll(
    ctx,
    'role.updated',
    taken.map(({ id, name, tenantId }) => ({ tenantId, entityId: id, entityName: name, changes })),
  )
}

const sortedIds = (ids: readonly string[]) => [...new Set(ids)].sort()

const factsOf = ({ name, description, isDefault, menuItems }: RoleRecord) => ({
  name,
  description,
  isDefault,
  menuItemIds: sortedIds(menuItems.map(({ id }) => id)),
})

/**
 * Deletes a role that nobody has. A default that goes leaves its tenant without one.
 * @throws AppError 404 unknown or foreign, 403 with `excess` when it gives more than the caller holds, 409 `role_in_use` while
 * an admin or a group has it, `state_conflict` for a role of the service
 */
export async function deleteRole(ctx: Context, id: string): Promise<void> {
  const { role, grantor } = await lockRole(ctx, id)
  await requireRoleWithin(ctx, grantor, id, role.tenantId)
  await refuseRoleInUse(ctx, id)
  await update(ctx, 'roles')
    .set(({ eb }) => ({ deletedAt: ctx.now, deletedBy: ctx.actor.id, isDefault: false, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await revoke(ctx, 'role', id)
  const { name, description, isDefault, menuItemIds } = factsOf(role)
  const facts = { name, description, isDefault, ...listFacts(role.permissions), menuItemIds }
  await emit(ctx, 'role.deleted', {
    tenantId: role.tenantId,
    entityId: id,
    entityName: name,
    changes: Object.fromEntries(Object.entries(facts).map(([field, before]) => [field, { before, after: null }])),
  })
}

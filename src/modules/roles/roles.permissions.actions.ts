import type { z } from 'zod'
import { message } from '#core/messages.ts'
import { permissionById } from '#core/permissions.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { update } from '#db/rows/owned.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { requireRoleWithin } from '#rights/delegation.ts'
import { listFacts } from '#rights/grant-events.ts'
import { readGrant, restrictedBy } from '#rights/grants.ts'
import { requireNotSuperiorHolders } from '#rights/rank.ts'
import { lockRole } from './roles.change.actions.ts'
import { grantsWanted, storeGrants } from './roles.grants.ts'
import type { RoleRecord } from './roles.queries.ts'
import type { RolePermissionsChange, RolePermissionsChanged, ScopesSynced } from './roles.schema.ts'

/**
 * Replaces all that a role gives. What it gave and what it gives must lie within what the caller holds, restrictions counted, and
 * so must everybody who has it: who changes a superior's role changes the superior.
 * @throws AppError 404 unknown or foreign, or a permission there is not, 400 a restriction that can't be, 403 with `excess`, 409
 * other version, or a role of the service
 */
export async function replacePermissions(
  ctx: Context,
  id: string,
  wanted: Omit<z.output<typeof RolePermissionsChange>, 'version'>,
  sent: number | undefined,
): Promise<z.input<typeof RolePermissionsChanged>> {
  const { role, grantor } = await lockRole(ctx, id, sent)
  const grants = grantsWanted(wanted.permissionIds, wanted.restrictedFields, role.permissions)
  const changes = changesBetween(listFacts(role.permissions), listFacts(grants))
  await requireRoleWithin(ctx, grantor, id, role.tenantId)
  if (Object.keys(changes).length > 0) {
    await requireNotSuperiorHolders(ctx, grantor, id)
    await storeGrants(ctx, id, grants)
    await requireRoleWithin(ctx, grantor, id, role.tenantId)
    await tellOfPermissions(ctx, role, changes)
  }
  return {
    message: message('permissions_changed', ctx.language),
    totalPermissions: grants.length,
    restrictedFieldsCount: grants.reduce((sum, { restrictedFields }) => sum + restrictedFields.length, 0),
  }
}

type Changes = ReturnType<typeof changesBetween>

async function tellOfPermissions(ctx: Context, { id, name, tenantId }: RoleRecord, changes: Changes): Promise<void> {
  await update(ctx, 'roles')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await revoke(ctx, 'role', id)
  await emit(ctx, 'role.permissions_changed', { tenantId, entityId: id, entityName: name, changes })
}

/**
 * Brings what a role lists in line with its tenant: permissions that the tenant is not granted go, and the fields that the tenant
 * and those above it restrict by delegation are restricted in the role, too. It only ever takes.
 * @throws AppError 404 unknown or foreign, 403 with `excess` like `replacePermissions`, 409 a role of the service
 */
export async function syncScopes(ctx: Context, id: string): Promise<z.input<typeof ScopesSynced>> {
  const { role, grantor } = await lockRole(ctx, id)
  const grant = await readGrant(ctx.db, role.tenantId)
  const delegated = restrictedBy(grant)
  const listed = role.permissions.flatMap(({ id, ...permission }) => {
    const name = permissionById(id)!.name
    const added = (delegated.get(name) ?? []).filter((field) => !permission.restrictedFields.includes(field))
    return grant.permissions.has(name) ? [{ name, added, restrictedFields: [...permission.restrictedFields, ...added].sort() }] : []
  })
  const changes = changesBetween(listFacts(role.permissions), listFacts(listed))
  if (Object.keys(changes).length > 0) {
    await requireNotSuperiorHolders(ctx, grantor, id)
    await storeGrants(ctx, id, listed)
    await tellOfPermissions(ctx, role, changes)
  }
  // what the role gives in effect is what it gave before, so this holds for before as well
  await requireRoleWithin(ctx, grantor, id, role.tenantId)
  return {
    message: message('permissions_changed', ctx.language),
    removedPermissions: role.permissions.flatMap(({ name }) => (listed.some((kept) => kept.name === name) ? [] : [name])),
    addedRestrictedFields: Object.fromEntries(listed.flatMap(({ name, added }) => (added.length > 0 ? [[name, added] as const] : []))),
  }
}

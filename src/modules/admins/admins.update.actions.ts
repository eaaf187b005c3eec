import type { z } from 'zod'
import { loadChangeable, storeChange } from '#accounts/account-change.ts'
import { type LockedForEdit, lockForEdit } from '#accounts/account-edit.ts'
import { moveAccount } from '#accounts/account-lifecycle.ts'
import { endFormerAddress } from '#accounts/former-address.ts'
import { refuseSuperAdmin } from '#accounts/superadmin.ts'
import { denied, forbidden, stateConflict } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { changesBetween } from '#events/changes.ts'
import { requireVersion } from '#http/version.ts'
import { requireRoleWithin } from '#rights/delegation.ts'
import { requireNotPotentialSuperior } from '#rights/rank.ts'
import { getAdmin } from './admins.queries.ts'
import { requireOwnRole } from './admins.role.ts'
import type { AdminDetail, ChangeAdmin } from './admins.schema.ts'

type Admin = z.input<typeof AdminDetail>
type Change = Omit<z.output<typeof ChangeAdmin>, 'version'>

/**
 * Changes an admin. Only what was sent is written, and only what differs is told. Another address holds at once: whoever was signed in with
 * the old one, or holds a code of it, has to come by the new one. A new role holds for live tokens too.
 * @param version the one that the change was made for, if any
 * @throws AppError 404 unknown or foreign admin or role, 403 the own `email`, `roleId` or `isActive`, one who stands above the caller (for
 * another address: or would, if what is inactive or deleted came back) or a role beyond the caller (with `excess`), 409 a taken address,
 * another version, or the role or state of the SuperAdmin
 */
export async function updateAdmin(ctx: Context, id: string, wanted: Change, version: number | undefined): Promise<Admin> {
  await getAdmin(ctx, id)
  if (id === ctx.actor.id) refuseOwn(ctx, wanted)
  const locked = await lockForEdit(ctx, 'admin', id, wanted.roleId === undefined ? {} : { roleIds: [wanted.roleId] })
  refuseForSuperAdmin(ctx, locked, wanted)
  const before = await loadChangeable(ctx, 'admin', id)
  requireVersion(before, version)
  const { isActive, ...fields } = wanted
  const changes = changesBetween<Record<string, unknown>>({ ...before }, fields)
  if (changes.roleId) await requireRole(ctx, locked, fields.roleId!)
  // login names before counts, like all else that takes both: the other way round a deletion and this would wait for each other
  if (changes.email) await changeAddress(ctx, locked, { username: before.username, newEmail: fields.email! })
  const isMoved = isActive !== undefined && (await moveAccount(ctx, { kind: 'admin', move: isActive ? 'activate' : 'deactivate' }, id))
  await storeChange(ctx, locked.account, { before, changes, isMoved })
  return await getAdmin(ctx, id)
}

function refuseOwn(ctx: Context, { email, roleId, isActive, phoneNumber }: Change): void {
  if (email !== undefined || roleId !== undefined || isActive !== undefined) throw denied({ reason: 'own_account' })
  if (phoneNumber !== undefined && ctx.actor.impersonatorId !== null) throw forbidden('impersonation_forbidden')
}

/** The role passes by transfer alone, and with it whoever has it stays: the same as to block or delete them. */
function refuseForSuperAdmin(ctx: Context, { account: admin }: LockedForEdit, { roleId, isActive }: Change): void {
  if (admin.isSuperAdmin && (roleId !== undefined || isActive !== undefined)) throw stateConflict()
  refuseSuperAdmin(ctx, admin)
}

async function requireRole(ctx: Context, { grantor, account: { tenantId } }: LockedForEdit, roleId: string): Promise<void> {
  await requireOwnRole(ctx, roleId, tenantId)
  await requireRoleWithin(ctx, grantor, roleId, tenantId)
}

/** Whoever reads the new mailbox can take the account, for good. */
async function changeAddress(
  ctx: Context,
  { grantor, account }: LockedForEdit,
  names: { readonly username: string | null; readonly newEmail: string },
): Promise<void> {
  await requireNotPotentialSuperior(ctx, grantor, account.id)
  await endFormerAddress(ctx, account, names)
}

import type { z } from 'zod'
import { aboutAccount } from '#accounts/account-events.ts'
import { type LockedAdmin, lockAdmin, refuseSuperAdmin } from '#accounts/admin-edit.ts'
import { endFormerAddress } from '#accounts/admin-email.ts'
import { moveAdmin } from '#accounts/admin-lifecycle.ts'
import { denied, forbidden, stateConflict } from '#core/errors.ts'
import { accountSearchText } from '#core/text/search-text.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { select, update } from '#db/rows/owned.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
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
  const locked = await lockAdmin(ctx, id, wanted.roleId === undefined ? {} : { roleIds: [wanted.roleId] })
  refuseForSuperAdmin(ctx, locked, wanted)
  const before = await loadChangeable(ctx, id)
  requireVersion(before, version)
  const { isActive, ...fields } = wanted
  const changes = changesBetween<Record<string, unknown>>({ ...before }, fields)
  if (changes.roleId) await requireRole(ctx, locked, fields.roleId!)
  // login names before counts, like all else that takes both: the other way round a deletion and this would wait for each other
  if (changes.email) await changeAddress(ctx, locked, { username: before.username, newEmail: fields.email! })
  const isMoved = isActive !== undefined && (await moveAdmin(ctx, isActive ? 'activate' : 'deactivate', id))
  if (Object.keys(changes).length > 0) await store(ctx, locked, { before, changes, isMoved })
  return await getAdmin(ctx, id)
}

function refuseOwn(ctx: Context, { email, roleId, isActive, phoneNumber }: Change): void {
  if (email !== undefined || roleId !== undefined || isActive !== undefined) throw denied({ reason: 'own_account' })
  if (phoneNumber !== undefined && ctx.actor.impersonatorId !== null) throw forbidden('impersonation_forbidden')
}

/** The role passes by transfer alone, and with it whoever has it stays: the same as to block or delete them. */
function refuseForSuperAdmin(ctx: Context, { admin }: LockedAdmin, { roleId, isActive }: Change): void {
  if (admin.isSuperAdmin && (roleId !== undefined || isActive !== undefined)) throw stateConflict()
  refuseSuperAdmin(ctx, admin)
}

async function requireRole(ctx: Context, { grantor, admin: { tenantId } }: LockedAdmin, roleId: string): Promise<void> {
  await requireOwnRole(ctx, roleId, tenantId)
  await requireRoleWithin(ctx, grantor, roleId, tenantId)
}

/** Whoever reads the new mailbox can take the account, for good. */
async function changeAddress(
  ctx: Context,
  { grantor, admin }: LockedAdmin,
  names: { readonly username: string | null; readonly newEmail: string },
): Promise<void> {
  await requireNotPotentialSuperior(ctx, grantor, admin.id)
  await endFormerAddress(ctx, admin, names)
}

const loadChangeable = (ctx: Context, id: string) =>
  select(ctx, 'admins')
    .select([
      'accounts.id',
      'accounts.tenantId',
      'accounts.email',
      'accounts.username',
      'accounts.firstName',
      'accounts.lastName',
      'accounts.phoneNumber',
      'accounts.roleId',
      'accounts.version',
    ])
    .where('accounts.id', '=', id)
    .executeTakeFirstOrThrow()

interface Stored {
  readonly before: Awaited<ReturnType<typeof loadChangeable>>
  readonly changes: ReturnType<typeof changesBetween>
  /** The version was counted already. */
  readonly isMoved: boolean
}

async function store(ctx: Context, { admin }: LockedAdmin, { before, changes, isMoved }: Stored): Promise<void> {
  const columns = Object.fromEntries(Object.entries(changes).map(([field, { after }]) => [field, after]))
  const after = { ...before, ...columns }
  await update(ctx, 'admins')
    .set(({ eb }) => ({
      ...columns,
      search: accountSearchText(after),
      updatedAt: ctx.now,
      ...(!isMoved && { version: eb('version', '+', 1) }),
      // a new number is nobody's until it is proved
      ...(changes.phoneNumber && { phoneVerifiedAt: null }),
    }))
    .where('id', '=', before.id)
    .execute()
  // the name stands in the log under whatever they do next; the role says what that may be
  if (changes.firstName || changes.lastName || changes.roleId || changes.email) await revoke(ctx, 'account', before.id)
  await emit(ctx, 'admin.updated', { ...aboutAccount({ ...admin, ...after }), changes })
}

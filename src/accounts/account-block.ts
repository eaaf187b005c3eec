import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { accountDoors, update } from '#db/rows/owned.ts'
import { emit } from '#events/emit.ts'
import { shiftCounts } from './account-counts.ts'
import { aboutAccount } from './account-events.ts'
import type { LockedAccount } from './locked-account.ts'
import { endSessionsOf } from './session-end.ts'

/**
 * Blocks an account (no sign-in, no live session) or lifts its block; whether it is active stays as it is, and what is so already is no
 * change. Under `lockForEdit`.
 * @param reason in somebody's own words, told to who may block
 */
export async function setBlocked(ctx: Context, account: LockedAccount, isBlocked: boolean, reason?: string): Promise<void> {
  const { id, kind, tenantId, isActive } = account
  if (account.isBlocked === isBlocked) return
  const block = isBlocked
    ? { blockedAt: ctx.now, blockedBy: ctx.actor.impersonatorId ?? ctx.actor.id, blockReason: reason || null }
    : { blockedAt: null, blockedBy: null, blockReason: null }
  await update(ctx, accountDoors[kind])
    .set(({ eb }) => ({ isBlocked, ...block, version: eb('version', '+', 1), updatedAt: ctx.now }))
    .where('id', '=', id)
    .execute()
  await shiftCounts(ctx, kind, [{ tenantId, from: { isActive, isBlocked: !isBlocked }, to: { isActive, isBlocked } }])
  if (isBlocked) await endSessionsOf(ctx, id, 'blocked')
  await revoke(ctx, 'account', id)
  await emit(ctx, isBlocked ? `${kind}.blocked` : `${kind}.unblocked`, {
    ...aboutAccount(account),
    // free text may name somebody
    ...(reason && { personData: { reason } }),
    changes: { isBlocked: { before: !isBlocked, after: isBlocked } },
  })
}

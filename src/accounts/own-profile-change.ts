import { stateConflict, unauthenticated } from '#core/errors.ts'
import { accountSearchText } from '#core/text/search-text.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { entityTypeOf, fullName } from '#events/people.ts'
import { lockOwnProfile, type OwnProfile } from './own-profile.ts'
import { voidPhoneCodes } from './pending-proofs.ts'

/** What people may change of their own account; absent is unchanged. */
export interface ProfileChange {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly phoneNumber?: string | null | undefined
  readonly avatarUrl?: string | null | undefined
}

/** Before and after a change; the same object twice where nothing changed. */
export interface ChangedProfile {
  readonly before: OwnProfile
  readonly after: OwnProfile
}

/**
 * Changes the caller's own account and writes the event with what changed; nothing is written, and nothing is told, where nothing
 * changed. Throws 409 `version_conflict` when `version` is given and stale, 401 when the account is gone.
 */
// unscoped: the caller's own account
export async function changeOwnProfile(ctx: Context, change: ProfileChange, version?: number | undefined): Promise<ChangedProfile> {
  return await transact(ctx, async (ctx) => {
    const before = await lockOwnProfile(ctx)
    if (!before) throw unauthenticated('session_revoked', true)
    if (version !== undefined && version !== before.version) throw stateConflict('version_conflict')
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const changes = changesBetween<Record<string, unknown>>({ ...before }, given)
    if (Object.keys(changes).length === 0) return { before, after: before }
    const isOtherNumber = 'phoneNumber' in changes
    const after: OwnProfile = { ...before, ...given, version: before.version + 1, ...(isOtherNumber && { phoneVerified: false }) }
    await ctx.db
      .updateTable('accounts')
      .set({
        firstName: after.firstName,
        lastName: after.lastName,
        phoneNumber: after.phoneNumber,
        avatarUrl: after.avatarUrl,
        search: accountSearchText(after),
        version: after.version,
        updatedAt: ctx.now,
        // a new number is nobody's until it is proved
        ...(isOtherNumber && { phoneVerifiedAt: null }),
      })
      .where('id', '=', before.id)
      .execute()
    if (isOtherNumber) await voidPhoneCodes(ctx, before.id)
    // the name stands in the log under whatever this session does next
    if ('firstName' in changes || 'lastName' in changes) await revoke(ctx, 'account', before.id)
    await emit(ctx, `${ctx.actor.kind}.updated`, {
      tenantId: before.tenantId,
      entityType: entityTypeOf(ctx.actor.kind),
      entityId: before.id,
      personName: fullName(after),
      changes,
    })
    return { before, after }
  })
}

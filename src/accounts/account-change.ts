import { accountSearchText } from '#core/text/search-text.ts'
import { revoke } from '#db/live/revocations.ts'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { accountDoors, select, update } from '#db/rows/owned.ts'
import type { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { aboutAccount } from './account-events.ts'
import type { LockedAccount } from './locked-account.ts'
import { voidPhoneCodes } from './pending-proofs.ts'

/** What administrators may change of an account, and what that hangs on; of one that is locked for edit. */
export const loadChangeable = (ctx: Context, kind: AccountKind, id: string) =>
  select(ctx, accountDoors[kind])
    .select([
      'accounts.id',
      'accounts.tenantId',
      'accounts.email',
      'accounts.username',
      'accounts.firstName',
      'accounts.lastName',
      'accounts.phoneNumber',
      'accounts.avatarUrl',
      'accounts.roleId',
      'accounts.version',
    ])
    .where('accounts.id', '=', id)
    .executeTakeFirstOrThrow()

export interface AccountChange {
  readonly before: Awaited<ReturnType<typeof loadChangeable>>
  readonly changes: ReturnType<typeof changesBetween>
  /** The version was counted already. */
  readonly isMoved: boolean
}

/** Writes what changed of an account that is locked for edit, and tells it; nothing where nothing did. Another address was judged before. */
export async function storeChange(ctx: Context, account: LockedAccount, { before, changes, isMoved }: AccountChange): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const columns = Object.fromEntries(Object.entries(changes).map(([field, { after }]) => [field, after]))
  const after = { ...before, ...columns }
  await update(ctx, accountDoors[account.kind])
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
  if (changes.phoneNumber) await voidPhoneCodes(ctx, before.id)
  // the name stands in the log under whatever they do next; the role says what that may be
  if (changes.firstName || changes.lastName || changes.roleId || changes.email) await revoke(ctx, 'account', before.id)
  await emit(ctx, `${account.kind}.updated`, { ...aboutAccount({ ...account, ...after }), changes })
}

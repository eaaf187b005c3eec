import { sql } from 'kysely'
import { aboutAccount } from '#accounts/account-events.ts'
import type { LockedAccount } from '#accounts/locked-account.ts'
import type { Context } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import { clearNamesOf } from './name-failures.ts'

/** Ends an account's lock after too many failures and forgets them, of its names too; tells of it where there was any. Under `lockForEdit`. */
// unscoped: by the id of an account that `lockForEdit` judged under the lock
export async function unlockAccount(ctx: Context, account: LockedAccount): Promise<void> {
  const { rows } = await sql<{ failures: number; lockedUntil: Date | null }>`
    with former as (
      select failures, locked_until from account_activity
      where account_id = ${account.id} and (failures > 0 or locked_until is not null) for no key update
    )
    update account_activity v set failures = 0, locked_until = null from former where v.account_id = ${account.id}
    returning former.failures, former.locked_until`.execute(ctx.db)
  await clearNamesOf(ctx, account, 'all')
  const [former] = rows
  if (!former) return
  const lockoutEnd = former.lockedUntil?.toISOString() ?? null
  await emit(ctx, `${account.kind}.unlocked`, { ...aboutAccount(account), data: { failures: former.failures, lockoutEnd } })
}

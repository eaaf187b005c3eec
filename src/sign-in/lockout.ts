import { sql } from 'kysely'
import { after, minutesMs } from '#core/clock.ts'
import type { PublicContext } from '#db/rows/context.ts'

/** When failures lock, and for how long. */
export interface LockoutPolicy {
  readonly threshold: number
  readonly minutes: number
}

/** What became of one failure of one account. */
export interface FailureOutcome {
  readonly accountId: string
  /** Consecutive failures, this one included; unchanged when the account was locked already. */
  readonly failures: number
  readonly lockedUntil: Date | null
  /** This failure locked the account: true for exactly one of all failures that race. */
  readonly locksNow: boolean
  /** It was locked before this failure, which therefore did not count. */
  readonly wasLocked: boolean
}

/** The rule of a tenant where one is named, else (null) of the service. */
export function lockoutPolicy(ctx: PublicContext, tenantId: string | null): LockoutPolicy {
  const { loginLockoutThreshold, loginLockoutMinutes } = ctx.service.settings.of(tenantId)
  return { threshold: loginLockoutThreshold, minutes: loginLockoutMinutes }
}

/** Whether a lock holds at `now`. A lock whose time has come is none. */
export const isLocked = (lockedUntil: Date | null, now: Date): lockedUntil is Date => lockedUntil !== null && lockedUntil > now

/**
 * Counts one failure of each account, whatever door it came through: one statement, in the order of ids, so that parallel failures
 * lose no increment and never deadlock. While a lock holds nothing is counted and the lock is not extended; after it the count
 * begins again at one. Whoever calls must commit, even if the request is refused.
 */
// unscoped: by the account that is signing in; before that nobody has a scope
export async function recordFailures(
  ctx: PublicContext,
  accountIds: readonly string[],
  policy: LockoutPolicy,
): Promise<Map<string, FailureOutcome>> {
  const { nextFailures, nextLock } = nextState(policy, ctx.now)
  const { rows } = await sql<{ accountId: string; failures: number; lockedUntil: Date | null }>`
    insert into account_activity (account_id, failures, locked_until)
    select id, 1, ${firstLock(policy, ctx.now)} from unnest(${accountIds}::uuid[]) as t (id) order by id
    on conflict (account_id) do update set failures = ${nextFailures}, locked_until = ${nextLock}
      where account_activity.locked_until is null or account_activity.locked_until <= ${ctx.now}
    returning account_id, failures, locked_until`.execute(ctx.db)
  const outcomes = new Map<string, FailureOutcome>()
  for (const row of rows) outcomes.set(row.accountId, { ...row, locksNow: row.lockedUntil !== null, wasLocked: false })
  const locked = accountIds.filter((id) => !outcomes.has(id))
  for (const row of locked.length > 0 ? await activityOf(ctx, locked) : []) {
    outcomes.set(row.accountId, { ...row, locksNow: false, wasLocked: true })
  }
  return outcomes
}

/** The end of an account's lock, or null when none holds. */
export async function lockOf(ctx: PublicContext, accountId: string): Promise<Date | null> {
  const [row] = await activityOf(ctx, [accountId])
  return row && isLocked(row.lockedUntil, ctx.now) ? row.lockedUntil : null
}

// unscoped: by the account that is signing in; before that nobody has a scope
const activityOf = (ctx: PublicContext, accountIds: readonly string[]) =>
  ctx.db
    .selectFrom('accountActivity')
    .select(['accountId', 'failures', 'lockedUntil'])
    .where('accountId', '=', sql<string>`any(${accountIds})`)
    .execute()

/** When a lock that begins now ends. */
const lockEnd = (policy: LockoutPolicy, now: Date) => after(now, minutesMs(policy.minutes))

const firstLock = (policy: LockoutPolicy, now: Date) => sql`${policy.threshold <= 1 ? lockEnd(policy, now) : null}::timestamptz`

/** Only ever evaluated on a row whose lock is over or was never there. */
function nextState(policy: LockoutPolicy, now: Date) {
  const nextFailures = sql`case when account_activity.locked_until is null then account_activity.failures + 1 else 1 end`
  const nextLock = sql`case when ${nextFailures} >= ${policy.threshold}::integer then ${lockEnd(policy, now)}::timestamptz end`
  return { nextFailures, nextLock }
}

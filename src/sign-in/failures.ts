import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { type EventFacts, emitAll } from '#events/emit.ts'
import { entityTypeOf, fullName, type NamedPerson } from '#events/people.ts'
import { type FailureOutcome, type LockoutPolicy, lockoutPolicy, recordFailures } from './lockout.ts'
import { clearNamesOf, failNamesOf, type NamedAccount } from './name-failures.ts'

/** Whose failure it is; who they are stands in the event. */
export interface FailedAccount extends NamedPerson {
  readonly id: string
  readonly tenantId: string | null
  readonly email: string
}

export type FailureEvent = 'auth.login.failed' | 'auth.reauthentication.failed' | 'auth.two_factor.failed'

/**
 * Counts one failure of each account and writes what happened: `name` for each that counted, `auth.account.locked` for each that is
 * locked by it, which of any number of failures in parallel is exactly one. Every door that takes a secret calls this, in a
 * transaction that is committed although the request is refused. The cause stands in the event, the secret that was tried never.
 */
export async function failAccounts<A extends FailedAccount>(
  ctx: PublicContext,
  kind: AccountKind,
  accounts: readonly A[],
  policy: LockoutPolicy,
  name: FailureEvent,
  reasonOf: (account: A) => string,
): Promise<Map<string, FailureOutcome>> {
  const outcomes = await recordFailures(
    ctx,
    accounts.map(({ id }) => id),
    policy,
  )
  const facts = (
    filter: (outcome: FailureOutcome) => boolean,
    dataOf: (outcome: FailureOutcome, account: A) => NonNullable<EventFacts['data']>,
  ) =>
    accounts.flatMap((account): EventFacts[] => {
      const outcome = outcomes.get(account.id)
      return outcome && filter(outcome) ? [{ ...aboutFailed(ctx, kind, account), data: dataOf(outcome, account) }] : []
    })
  await emitAll(
    ctx,
    name,
    facts(
      ({ wasLocked }) => !wasLocked,
      ({ failures }, account) => ({ reason: reasonOf(account), attempts: failures }),
    ),
  )
  await emitAll(
    ctx,
    'auth.account.locked',
    facts(
      ({ locksNow }) => locksNow,
      ({ failures, lockedUntil }) => ({ attempts: failures, lockoutEnd: lockedUntil?.toISOString() ?? null }),
    ),
  )
  return outcomes
}

/**
 * The failure of somebody who has shown already whose they are, by a session or by the password: counts on the account and, where that was
 * not locked before, on all of its names, as if each had been tried at the door.
 */
export async function failProof(
  ctx: PublicContext,
  account: FailedAccount & NamedAccount,
  name: FailureEvent,
  reason: string,
): Promise<FailureOutcome | undefined> {
  const policy = lockoutPolicy(ctx, account.tenantId)
  const outcome = (await failAccounts(ctx, account.kind, [account], policy, name, () => reason)).get(account.id)
  if (outcome && !outcome.wasLocked) await failNamesOf(ctx, account, policy)
  return outcome
}

/** Forgets failures and lock of an account, and those of its names as `clearNamesOf` says: after a reset, or an unlock. */
// unscoped: by the account that is signing in, or one that was judged under its lock
export async function clearFailures(
  ctx: PublicContext,
  account: NamedAccount & { readonly id: string },
  which: 'own' | 'all',
): Promise<void> {
  await ctx.db.updateTable('accountActivity').set({ failures: 0, lockedUntil: null }).where('accountId', '=', account.id).execute()
  await clearNamesOf(ctx, account, which)
}

/** A signed-in caller acts as themselves; at the door it is not known who fails. */
export const aboutFailed = (ctx: PublicContext, kind: AccountKind, account: FailedAccount): EventFacts => ({
  tenantId: account.tenantId,
  ...(!ctx.actor && { actor: { id: null, kind, name: null } }),
  entityType: entityTypeOf(kind),
  entityId: account.id,
  personName: fullName(account),
  personData: { email: account.email },
})

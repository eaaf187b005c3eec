import type { AccountKind, PublicContext } from '#db/context.ts'
import { type EventFacts, emitAll } from '#events/emit.ts'
import { entityTypeOf, fullName } from './locked-account.ts'
import { type FailureOutcome, type LockoutPolicy, recordFailures } from './lockout.ts'

/** Whose failure it is; who they are stands in the event. */
export interface FailedAccount {
  readonly id: string
  readonly tenantId: string | null
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

export type FailureEvent = 'auth.login.failed' | 'auth.reauthentication.failed' | 'auth.two_factor.failed'

/**
 * Counts one failure of each account and writes what happened: `name` for each that counted, `auth.account.locked` for each that is
 * locked by it, which of any number of failures in parallel is exactly one. Every door that takes a secret calls this, in a
 * transaction that is committed although the request is refused. The secret that was tried must never be in `data`.
 */
export async function failAccounts(
  ctx: PublicContext,
  kind: AccountKind,
  accounts: readonly FailedAccount[],
  policy: LockoutPolicy,
  name: FailureEvent,
  data: EventFacts['data'] = {},
): Promise<Map<string, FailureOutcome>> {
  const outcomes = await recordFailures(
    ctx,
    accounts.map(({ id }) => id),
    policy,
  )
  const facts = (filter: (outcome: FailureOutcome) => boolean, dataOf: (outcome: FailureOutcome) => EventFacts['data']) =>
    accounts.flatMap((account): EventFacts[] => {
      const outcome = outcomes.get(account.id)
      return outcome && filter(outcome) ? [{ ...aboutAccount(ctx, kind, account), data: { ...dataOf(outcome) } }] : []
    })
  await emitAll(
    ctx,
    name,
    facts(
      ({ wasLocked }) => !wasLocked,
      ({ failures }) => ({ ...data, attempts: failures }),
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

/** A signed-in caller acts as themselves; at the door it is not known who fails. */
const aboutAccount = (ctx: PublicContext, kind: AccountKind, account: FailedAccount): EventFacts => ({
  tenantId: account.tenantId,
  ...(!ctx.actor && { actor: { id: null, kind, name: null } }),
  entityType: entityTypeOf(kind),
  entityId: account.id,
  personName: fullName(account),
  personData: { email: account.email },
})

import { daySeconds, takeFromBudgets } from '#accounts/code-limits.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { type Asked, withinAccountCaps } from '#sign-in/code-caps.ts'
import type { CodePurpose } from '#sign-in/one-time-codes.ts'

/**
 * Those of the accounts of a number that may be texted now. Texts cost money, so they have days of their own beside the limits of every
 * account: that of the number, over all tenants, and that of each tenant. Takes one of each for each account, and asks for each alone: they
 * share the number, and may share a tenant. To be given few accounts.
 */
export async function withinTextCaps<A extends Asked>(
  ctx: PublicContext,
  purpose: CodePurpose,
  number: string,
  accounts: readonly A[],
): Promise<A[]> {
  const { keys, options } = ctx.service
  const within = async (limit: number, of: (account: A) => Buffer, from: readonly A[]) => {
    const allowed: A[] = []
    for (const account of from) {
      const budget = { counter: 'day:texts', limit, windowSeconds: daySeconds }
      if ((await takeFromBudgets(ctx, budget, [of(account)])).size > 0) allowed.push(account)
    }
    return allowed
  }
  const asked = await withinAccountCaps(ctx, purpose, accounts)
  const ofNumber = await within(options.textsPerNumberDay, () => keys.lookupHash('texts to number', number), asked)
  const ofTenant = ({ tenantId }: A) => keys.lookupHash('texts of tenant', tenantId ?? 'platform')
  // in one order for everybody, so that none wait for each other in a circle
  const inOrder = ofNumber.toSorted((one, other) => ofTenant(one).compare(ofTenant(other)))
  return await within(options.textsPerTenantDay, ofTenant, inOrder)
}

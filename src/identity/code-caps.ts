import type { PublicContext } from '#db/context.ts'
import { cooldownSeconds, takeFromBudgets } from './code-limits.ts'
import { accountSubject, type CodePurpose } from './one-time-codes.ts'

/**
 * Those of the accounts that may be sent a code or link now: past the cooldown and within the hour of each, then within the day of
 * its tenant. Takes one of each budget. Three statements, whether there are accounts or not. What it leaves out must not be told.
 */
export async function withinCaps<A extends { readonly id: string; readonly tenantId: string | null }>(
  ctx: PublicContext,
  purpose: CodePurpose,
  accounts: readonly A[],
): Promise<A[]> {
  const { codesPerAccountHour, codesPerTenantDay } = ctx.service.options
  const ofAccount = ({ id }: A) => accountSubject(ctx, id)
  const ofTenant = ({ tenantId }: A) => ctx.service.keys.lookupHash('codes of tenant', tenantId ?? 'platform')
  const steps = [
    { counter: `cooldown:${purpose}`, limit: 1, windowSeconds: Math.max(1, cooldownSeconds(ctx)), subject: ofAccount },
    { counter: `hour:${purpose}`, limit: codesPerAccountHour, windowSeconds: 3600, subject: ofAccount },
    { counter: 'day', limit: codesPerTenantDay, windowSeconds: 24 * 3600, subject: ofTenant },
  ]
  let allowed = [...accounts]
  for (const { subject, ...budget } of steps) {
    const taken = await takeFromBudgets(ctx, budget, allowed.map(subject))
    allowed = allowed.filter((account) => taken.has(subject(account).toString('hex')))
  }
  return allowed
}

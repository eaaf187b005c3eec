import { cooldownSeconds, daySeconds, hourSeconds, takeFromBudgets } from '#accounts/code-limits.ts'
import { rateKey } from '#core/client-key.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { accountSubject, type CodePurpose } from './one-time-codes.ts'

/** Something as one client asks about it: what the limits of a single client count. */
export const ofClient = (ctx: PublicContext, subject: Buffer): Buffer =>
  ctx.service.keys.lookupHash('code of client', rateKey(ctx.ip), subject.toString('hex'))

/**
 * How many of the sends to one account in an hour a single client may cause: two of them can't use up all, so that whoever asks for the
 * account in the owner's place leaves one for the owner.
 */
const shareOfClient = (perHour: number) => Math.max(1, Math.floor((perHour - 1) / 2))

/**
 * Those of the accounts that may be sent a code or link now: within the share of the client and past the cooldown of each (once an hour the
 * first send of a client need not wait for it: others may have begun it), then within its hour, and within the day of its tenant. Takes one
 * of each budget, in the same number of statements for no account and for many. What it leaves out must not be told.
 */
export async function withinCaps<A extends { readonly id: string; readonly tenantId: string | null }>(
  ctx: PublicContext,
  purpose: CodePurpose,
  accounts: readonly A[],
): Promise<A[]> {
  const { codesPerAccountHour, codesPerTenantDay } = ctx.service.options
  const ofAccount = ({ id }: A) => accountSubject(ctx, id)
  const asked = (account: A) => ofClient(ctx, ofAccount(account))
  const ofTenant = ({ tenantId }: A) => ctx.service.keys.lookupHash('codes of tenant', tenantId ?? 'platform')
  const take = async (counter: string, limit: number, windowSeconds: number, of: (account: A) => Buffer, from: readonly A[]) => {
    const taken = await takeFromBudgets(ctx, { counter, limit, windowSeconds }, from.map(of))
    const count = (account: A) => taken.get(of(account).toString('hex'))
    return { count, allowed: from.filter((account) => count(account) !== undefined) }
  }
  const share = await take(`client:${purpose}`, shareOfClient(codesPerAccountHour), hourSeconds, asked, accounts)
  const rested = await take(`cooldown:${purpose}`, 1, Math.max(1, cooldownSeconds(ctx)), ofAccount, share.allowed)
  const first = share.allowed.filter((account) => share.count(account) === 1 && !rested.allowed.includes(account))
  const kept = await take(`kept:${purpose}`, 1, hourSeconds, ofAccount, first)
  const inHour = await take(`hour:${purpose}`, codesPerAccountHour, hourSeconds, ofAccount, [...rested.allowed, ...kept.allowed])
  return (await take('day', codesPerTenantDay, daySeconds, ofTenant, inHour.allowed)).allowed
}

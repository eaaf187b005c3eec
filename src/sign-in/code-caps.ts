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

/** An account that somebody asks a code or link for. */
export interface Asked {
  readonly id: string
  readonly tenantId: string | null
}

/**
 * Those of the accounts that may be sent a code or link now: within the share of the client and past the cooldown of each (once an hour the
 * first send of a client need not wait for it: others may have begun it), then within its hour. Takes one of each budget, in the same number
 * of statements for no account and for many. What it leaves out must not be told.
 */
export async function withinAccountCaps<A extends Asked>(ctx: PublicContext, purpose: CodePurpose, accounts: readonly A[]): Promise<A[]> {
  const { codesPerAccountHour } = ctx.service.options
  const ofAccount = ({ id }: A) => accountSubject(ctx, id)
  const asked = (account: A) => ofClient(ctx, ofAccount(account))
  const take = async (counter: string, limit: number, windowSeconds: number, of: (account: A) => Buffer, from: readonly A[]) => {
    const taken = await takeFromBudgets(ctx, { counter, limit, windowSeconds }, from.map(of))
    const count = (account: A) => taken.get(of(account).toString('hex'))
    return { count, allowed: from.filter((account) => count(account) !== undefined) }
  }
  const share = await take(`client:${purpose}`, shareOfClient(codesPerAccountHour), hourSeconds, asked, accounts)
  const rested = await take(`cooldown:${purpose}`, 1, Math.max(1, cooldownSeconds(ctx)), ofAccount, share.allowed)
  const first = share.allowed.filter((account) => share.count(account) === 1 && !rested.allowed.includes(account))
  const kept = await take(`kept:${purpose}`, 1, hourSeconds, ofAccount, first)
  return (await take(`hour:${purpose}`, codesPerAccountHour, hourSeconds, ofAccount, [...rested.allowed, ...kept.allowed])).allowed
}

const codesOfTenant = (ctx: PublicContext, tenantId: string | null): Buffer =>
  ctx.service.keys.lookupHash('codes of tenant', tenantId ?? 'platform')

/** Takes one of the codes that a tenant's people may be sent in a day, whatever asks for it; false when there is none left. */
export async function takeOfTenantDay(ctx: PublicContext, tenantId: string | null): Promise<boolean> {
  const budget = { counter: 'day', limit: ctx.service.options.codesPerTenantDay, windowSeconds: daySeconds }
  return (await takeFromBudgets(ctx, budget, [codesOfTenant(ctx, tenantId)])).size > 0
}

/** Who may be sent a code now: within the caps of the account and the day of its tenant; of each tenant one account at most. */
export async function withinCaps<A extends Asked>(ctx: PublicContext, purpose: CodePurpose, accounts: readonly A[]): Promise<A[]> {
  const asked = await withinAccountCaps(ctx, purpose, accounts)
  const ofTenant = ({ tenantId }: A) => codesOfTenant(ctx, tenantId)
  const day = { counter: 'day', limit: ctx.service.options.codesPerTenantDay, windowSeconds: daySeconds }
  const taken = await takeFromBudgets(ctx, day, asked.map(ofTenant))
  return asked.filter((account) => taken.has(ofTenant(account).toString('hex')))
}

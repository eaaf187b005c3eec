import { loginKey } from '#core/text/login-name.ts'
import type { Context } from '#db/rows/context.ts'
import { type CodeBudget, daySeconds, hourSeconds, takeFromBudgets, tooMany } from './code-limits.ts'

/**
 * Takes the room for a mail to each of these addresses that the caller causes and did not ask for in person: an invitation, a temporary
 * password, another address. As many an hour to one mailbox as codes to one account, and as many a day, both for the caller's tenant alone:
 * the refusal must not tell what another tenant sent, nor another tenant be able to cause it. In the transaction of the change, which is undone with it.
 * @throws AppError 429 `rate_limited` with `Retry-After`: nobody is to believe that somebody was told who was not
 */
export async function takeMailRoom(ctx: Context, addresses: readonly string[]): Promise<void> {
  const { keys, options } = ctx.service
  const tenant = ctx.actor.tenantId ?? 'platform'
  const mailboxes = [...new Set(addresses.map(loginKey))].map((address) => keys.lookupHash('mails to address', tenant, address))
  await take(ctx, { counter: 'hour:mails', limit: options.codesPerAccountHour, windowSeconds: hourSeconds }, mailboxes)
  const ofTenant = keys.lookupHash('mails of tenant', tenant)
  await take(ctx, { counter: 'day:mails', limit: options.codesPerTenantDay, windowSeconds: daySeconds }, [ofTenant])
}

async function take(ctx: Context, budget: CodeBudget, subjects: readonly Buffer[]): Promise<void> {
  const taken = await takeFromBudgets(ctx, budget, subjects)
  const refused = subjects.filter((subject) => !taken.has(subject.toString('hex')))
  if (refused.length > 0) throw await tooMany(ctx, budget.counter, refused)
}

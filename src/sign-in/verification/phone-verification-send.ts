import { aboutAccount } from '#accounts/account-events.ts'
import { brandOf } from '#accounts/account-mail.ts'
import type { PublicContext, Service } from '#db/rows/context.ts'
import { type EventFacts, emitAll } from '#events/emit.ts'
import { queueText } from '#jobs/text.ts'
import { type CodeOrder, doOrder } from '#sign-in/code-orders.ts'
import { codeMinutes, issueCodes } from '#sign-in/one-time-codes.ts'
import { type PhoneAccount, unprovedAccounts } from './phone-accounts.ts'
import { withinTextCaps } from './text-caps.ts'

const purpose = 'phone_verification'
/** The kind of job that sends the code a number is proved with. */
export const phoneJobKind = 'phone-verification.send'

/** A number that several accounts share gets a text for each, and no more than these at once. */
const mostTexts = 3

/**
 * Texts a code to each end user of a number that is still to be proved, three at most, as far as the caps allow. The `email` of the order is
 * the number.
 */
export async function sendPhoneCodes(service: Service, jobId: string, sealed: string): Promise<void> {
  await doOrder(service, { id: jobId, kind: phoneJobKind }, sealed, async (ctx, order) => {
    const found = (await unprovedAccounts(ctx, order.email, order.tenant)).slice(0, mostTexts)
    const accounts = await withinTextCaps(ctx, purpose, order.email, found)
    await textCodes(ctx, order.email, accounts)
    await emitAll(ctx, 'auth.otp.sent', sentFacts(ctx, order, accounts))
  })
}

/** New codes in place of earlier ones, each in a text of its own. Inside a transaction. */
async function textCodes(ctx: PublicContext, number: string, accounts: readonly PhoneAccount[]): Promise<void> {
  if (accounts.length === 0) return
  const ids = accounts.map(({ id }) => id)
  const codes = await issueCodes(ctx, purpose, ids, [], number)
  for (const { id, kind, tenantId, language } of accounts) {
    await queueText(ctx, {
      template: purpose,
      tenantId,
      recipient: { type: kind, id, number, language: language ?? ctx.service.settings.of(tenantId).language },
      variables: { code: codes.get(id) as string, brand: brandOf(ctx, tenantId), expiresInMinutes: codeMinutes[purpose] },
    })
  }
}

/** Anybody may ask: the account is what it is about, not who did it. For a number of nobody an event too, without the number. */
function sentFacts(ctx: PublicContext, { kind, tenant }: CodeOrder, accounts: readonly PhoneAccount[]): EventFacts[] {
  const actor = { id: null, kind }
  if (accounts.length > 0) return accounts.map((account) => ({ ...aboutAccount(account), actor, data: { purpose } }))
  const tenantId = tenant !== 'any' && ctx.service.tenants.node(tenant) ? tenant : null
  return [{ tenantId, actor, data: { purpose, sent: false } }]
}

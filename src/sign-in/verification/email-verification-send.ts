import { aboutAccount } from '#accounts/account-events.ts'
import { codePageOf } from '#accounts/account-links.ts'
import { mailAccount } from '#accounts/account-mail.ts'
import type { PublicContext, Service } from '#db/rows/context.ts'
import { type EventFacts, emitAll } from '#events/emit.ts'
import { withinCaps } from '#sign-in/code-caps.ts'
import { type CodeOrder, doOrder } from '#sign-in/code-orders.ts'
import { codeMinutes, issueCodes } from '#sign-in/one-time-codes.ts'
import { accountsOf, keptAmong, mayReset, type ResetAccount } from '#sign-in/reset-accounts.ts'

const purpose = 'email_verification'
/** The kind of job that sends the code an address is proved with. */
export const verificationJobKind = 'email-verification.send'

/** Whether the address of an account is still to be proved, by somebody who may use the account. */
export const mayVerify = (ctx: PublicContext, account: ResetAccount): boolean => account.emailVerifiedAt === null && mayReset(ctx, account)

/** Sends a code to every account of an address that is still to be proved, as far as the caps allow; each has a mail of its own. */
export async function sendVerification(service: Service, jobId: string, sealed: string): Promise<void> {
  await doOrder(service, { id: jobId, kind: verificationJobKind }, sealed, async (ctx, order) => {
    const found = (await accountsOf(ctx, order.kind, order.email, order.tenant)).filter((account) => mayVerify(ctx, account))
    const kept = await keptAmong(ctx, order, await withinCaps(ctx, purpose, found))
    const accounts = kept.filter((account) => mayVerify(ctx, account))
    await mailCodes(ctx, accounts)
    await emitAll(ctx, 'auth.otp.sent', sentFacts(ctx, order, accounts))
  })
}

/** New codes in place of earlier ones, each in a mail to its account. Inside a transaction. */
export async function mailCodes(ctx: PublicContext, accounts: readonly Parameters<typeof mailAccount>[1][]): Promise<void> {
  if (accounts.length === 0) return
  const codes = await issueCodes(
    ctx,
    purpose,
    accounts.map(({ id }) => id),
    [],
  )
  for (const account of accounts) {
    const code = codes.get(account.id)
    const link = codePageOf(ctx, account, 'verify', code)
    await mailAccount(ctx, account, 'email_verification', { code, expiresInMinutes: codeMinutes[purpose], ...(link && { link }) })
  }
}

/** Anybody may ask: the account is what it is about, not who did it. For an address of nobody an event too, without the address. */
function sentFacts(ctx: PublicContext, { kind, tenant }: CodeOrder, accounts: readonly ResetAccount[]): EventFacts[] {
  const actor = { id: null, kind }
  if (accounts.length > 0) return accounts.map((account) => ({ ...aboutAccount(account), actor, data: { purpose } }))
  const tenantId = tenant !== 'any' && ctx.service.tenants.node(tenant) ? tenant : null
  return [{ tenantId, actor, data: { purpose, sent: false } }]
}

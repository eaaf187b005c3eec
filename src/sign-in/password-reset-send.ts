import { sql } from 'kysely'
import { aboutAccount } from '#accounts/account-events.ts'
import { codePageOf, resetPageOf } from '#accounts/account-links.ts'
import { mailAccount } from '#accounts/account-mail.ts'
import { after, minutesMs } from '#core/clock.ts'
import { hashToken, newToken } from '#core/secrets/one-time-code.ts'
import type { PublicContext, Service } from '#db/rows/context.ts'
import { type EventFacts, emitAll } from '#events/emit.ts'
import { withinCaps } from './code-caps.ts'
import { type CodeOrder, doOrder } from './code-orders.ts'
import { codeMinutes, issueCodes } from './one-time-codes.ts'
import { accountsOf, keptAmong, mayReset, type ResetAccount } from './reset-accounts.ts'

const purpose = 'password_reset'
/** The kind of job that sends what a forgotten password asks for. */
export const resetJobKind = 'password-reset.send'

export type ResetMethod = 'otp' | 'magic-link'

type ResetOrder = CodeOrder & { readonly method: ResetMethod }

/** Sends a code or a link to every account of an address that may be reset, as far as the caps allow; each has a mail of its own. */
export async function sendReset(service: Service, jobId: string, sealed: string): Promise<void> {
  await doOrder<{ readonly method: ResetMethod }>(service, { id: jobId, kind: resetJobKind }, sealed, async (ctx, order) => {
    const found = (await accountsOf(ctx, order.kind, order.email, order.tenant)).filter((account) => mayReset(ctx, account))
    const accounts = await keptAmong(ctx, order, await withinCaps(ctx, purpose, found))
    if (order.method === 'otp') await sendCodes(ctx, accounts)
    else await sendLinks(ctx, accounts)
    await emitAll(ctx, 'auth.password_reset.requested', requestFacts(ctx, order, accounts))
  })
}

async function sendCodes(ctx: PublicContext, accounts: readonly ResetAccount[]): Promise<void> {
  if (accounts.length === 0) return
  const ids = accounts.map(({ id }) => id)
  const codes = await issueCodes(ctx, purpose, ids, [])
  for (const account of accounts) {
    const code = codes.get(account.id)
    const link = codePageOf(ctx, account, 'reset', code)
    await mailAccount(ctx, account, 'password_reset_otp', { code, expiresInMinutes: codeMinutes[purpose], ...(link && { link }) })
  }
}

/** A new link takes the place of an earlier one. */
// unscoped: by accounts whose owner asks without being signed in; before that nobody has a scope
async function sendLinks(ctx: PublicContext, accounts: readonly ResetAccount[]): Promise<void> {
  const links = new Map(accounts.map(({ id }) => [id, newToken()]))
  const ids = [...links.keys()]
  const hashes = [...links.values()].map((token) => hashToken(token).toString('hex'))
  await sql`delete from challenges where purpose = 'magic_link' and account_id = any(${ids}::uuid[])`.execute(ctx.db)
  await sql`
    insert into challenges (hash, account_id, purpose, created_at, expires_at)
    select decode(t.hash, 'hex'), t.id, 'magic_link', ${ctx.now}::timestamptz, ${after(ctx.now, minutesMs(codeMinutes[purpose]))}::timestamptz
    from unnest(${hashes}::text[], ${ids}::uuid[]) as t (hash, id)`.execute(ctx.db)
  for (const account of accounts) {
    // in the fragment, which no browser sends to any server, and no log or Referer therefore shows (RFC 3986, section 3.5)
    const link = `${resetPageOf(ctx, account)}#token=${links.get(account.id)}`
    await mailAccount(ctx, account, 'password_reset_link', { link, expiresInMinutes: codeMinutes[purpose] })
  }
}

/**
 * Anybody may ask: the account is what it is about, not who did it. For an address of nobody an event too, without the address: it may be a
 * stranger's.
 */
function requestFacts(ctx: PublicContext, { kind, tenant, method }: ResetOrder, accounts: readonly ResetAccount[]): EventFacts[] {
  if (accounts.length > 0) return accounts.map((account) => ({ ...aboutAccount(account), actor: { id: null, kind }, data: { method } }))
  const tenantId = tenant !== 'any' && ctx.service.tenants.node(tenant) ? tenant : null
  return [{ tenantId, actor: { id: null, kind }, data: { method, sent: false } }]
}

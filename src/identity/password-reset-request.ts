import { sql } from 'kysely'
import { after, minutesMs } from '#core/clock.ts'
import { hashToken, newToken } from '#core/one-time-code.ts'
import type { AccountKind, PublicContext } from '#db/context.ts'
import { transact } from '#db/transact.ts'
import { type EventFacts, emitAll } from '#events/emit.ts'
import { aboutAccount } from './account-events.ts'
import { resetPageOf } from './account-links.ts'
import { mailAccount, mailNobody } from './account-mail.ts'
import { withinCaps } from './code-caps.ts'
import { cooldownSeconds, refuseInsideCooldown } from './code-limits.ts'
import { addressSubject, codeMinutes, issueCodes } from './one-time-codes.ts'
import { accountsOf, mayReset, type ResetAccount, type ResetTarget, tenantOf } from './reset-accounts.ts'

const purpose = 'password_reset'
export type ResetMethod = 'otp' | 'magic-link'

export interface ResetRequested {
  readonly sent: true
  readonly retryAfterSeconds: number
}

/**
 * Sends a code or a link to every account of an address that may be reset. Known, unknown, blocked and suspended answer alike and
 * run the same statements. Throws 400 for a malformed `tenantId` and 429 `rate_limited` inside the cooldown of the address, whoever
 * has it; past the caps of an account or a tenant nothing is sent, and nothing is said about it.
 */
export async function requestPasswordReset(
  ctx: PublicContext,
  kind: AccountKind,
  request: ResetTarget & { method?: ResetMethod | undefined },
): Promise<ResetRequested> {
  const tenant = tenantOf(ctx, request)
  const method = request.method ?? 'otp'
  return await transact(ctx, async (ctx) => {
    const subject = addressSubject(ctx, kind, tenant, request.email)
    await refuseInsideCooldown(ctx, `cooldown:${purpose}`, subject)
    const found = (await accountsOf(ctx, kind, request.email, tenant)).filter((account) => mayReset(ctx, account))
    const accounts = await withinCaps(ctx, purpose, found)
    const any = addressSubject(ctx, kind, 'any', request.email)
    if (method === 'otp') await sendCodes(ctx, accounts, tenant === 'any' ? [any] : [any, subject])
    else await sendLinks(ctx, accounts)
    if (accounts.length === 0) await mailNobody(ctx)
    await emitAll(ctx, 'auth.password_reset.requested', requestFacts(ctx, kind, accounts, tenant, method))
    return { sent: true, retryAfterSeconds: cooldownSeconds(ctx) }
  })
}

async function sendCodes(ctx: PublicContext, accounts: readonly ResetAccount[], addresses: readonly Buffer[]): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  const codes = await issueCodes(ctx, purpose, ids, addresses)
  for (const account of accounts) {
    const variables = { code: codes.get(account.id), expiresInMinutes: codeMinutes[purpose] }
    await mailAccount(ctx, account, 'password_reset_otp', variables)
  }
}

/** A new link takes the place of an earlier one. One statement each, whether there are accounts or not. */
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
function requestFacts(
  ctx: PublicContext,
  kind: AccountKind,
  accounts: readonly ResetAccount[],
  tenant: string | 'any',
  method: ResetMethod,
): EventFacts[] {
  if (accounts.length > 0) return accounts.map((account) => ({ ...aboutAccount(account), actor: { id: null, kind }, data: { method } }))
  const tenantId = tenant !== 'any' && ctx.service.tenants.node(tenant) ? tenant : null
  return [{ tenantId, actor: { id: null, kind }, data: { method, sent: false } }]
}

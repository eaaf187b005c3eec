import { cooldownSeconds, refuseInsideCooldown } from '#accounts/code-limits.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { enqueue } from '#jobs/queue.ts'
import { ofClient } from './code-caps.ts'
import { addressSubject, issueCodes } from './one-time-codes.ts'
import { type ResetMethod, resetJobKind, sealResetOrder } from './password-reset-send.ts'
import { type ResetTarget, tenantOf } from './reset-accounts.ts'

export interface ResetRequested {
  readonly sent: true
  readonly retryAfterSeconds: number
}

/** Above all other mail, whose jobs have ten at most: somebody waits for it. */
const priority = 20

/**
 * Has a code or a link sent to every account of an address that may be reset. Whose it is nobody looks up here: a job does, so that the
 * request costs the same for no account, one and ten. Throws 400 for a malformed `tenantId`, and 429 `rate_limited` when the same client
 * asks for the same address inside the cooldown; past the caps of a client, an account or a tenant nothing is sent, and nothing is said
 * about it.
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
    await refuseInsideCooldown(ctx, 'cooldown:password_reset', ofClient(ctx, subject))
    const any = addressSubject(ctx, kind, 'any', request.email)
    if (method === 'otp') await issueCodes(ctx, 'password_reset', [], tenant === 'any' ? [any] : [any, subject])
    const { email } = request
    const { ip, userAgent, traceId } = ctx
    const order = sealResetOrder(ctx, { kind, email, tenant, method, ip, userAgent, traceId })
    await enqueue(ctx, { kind: resetJobKind, payload: { order }, priority })
    return { sent: true, retryAfterSeconds: cooldownSeconds(ctx) }
  })
}

import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { type CodesRequested, requestCodes } from './code-orders.ts'
import { type ResetMethod, resetJobKind } from './password-reset-send.ts'
import type { ResetTarget } from './reset-accounts.ts'

/** Has a code or a link sent to every account of an address that may be reset. Answers, and throws, as `requestCodes` does. */
export async function requestPasswordReset(
  ctx: PublicContext,
  kind: AccountKind,
  request: ResetTarget & { method?: ResetMethod | undefined },
): Promise<CodesRequested> {
  const method = request.method ?? 'otp'
  const wanted = { purpose: 'password_reset', jobKind: resetJobKind, more: { method }, hasCode: method === 'otp' } as const
  return await requestCodes(ctx, { ...wanted, kind, target: request })
}

import { endSessions } from '#accounts/session-end.ts'
import { type AppError, unauthenticated } from '#core/errors.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import type { TokenResponse } from './access-token.ts'
import { lockPair, mayImpersonate, parentSessionEnd } from './impersonation.ts'
import { addRefreshToken } from './new-session.ts'
import { tokensFor } from './session-tokens.ts'

/** The one answer to every refresh token that is not good, whatever is wrong with it. */
export const refreshTokenInvalid = (): AppError => unauthenticated('refresh_token_invalid')

/**
 * Refreshes an impersonation: the marker stays, and everything that let it begin is asked again. When its session is over, its
 * impersonator is no longer the SuperAdmin or its target may no longer be acted as, it ends: 401 `refresh_token_invalid`.
 */
// unscoped: by a refresh token, which proves the session; before it nobody has a scope
export async function refreshImpersonation(ctx: PublicContext, hash: Buffer): Promise<TokenResponse | AppError> {
  return await transact(ctx, async (ctx) => {
    const session = await ctx.db
      .selectFrom('refreshTokens as t')
      .innerJoin('sessions as s', 's.id', 't.sessionId')
      .select(['s.id', 's.accountId', 's.parentId', 's.impersonatorId', 's.expiresAt', 's.createdAt'])
      .where('t.hash', '=', hash)
      .where('s.endedAt', 'is', null)
      .executeTakeFirst()
    if (!session?.parentId || !session.impersonatorId) return refreshTokenInvalid()
    const pair = await lockPair(ctx, session.impersonatorId, session.accountId)
    const parentEnd = await parentSessionEnd(ctx, session.parentId)
    const { validAfter } = pair.tenants
    const isDead = validAfter !== null && session.createdAt <= validAfter
    if (!parentEnd || !pair.target || isDead || !mayImpersonate(ctx, pair)) {
      await endSessions(ctx, [session.id], 'impersonation_stopped')
      return refreshTokenInvalid()
    }
    const { numUpdatedRows } = await ctx.db
      .updateTable('refreshTokens')
      .set({ usedAt: ctx.now })
      .where('hash', '=', hash)
      .where('usedAt', 'is', null)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', ctx.now)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return refreshTokenInvalid()
    await ctx.db.updateTable('sessions').set({ lastActiveAt: ctx.now }).where('id', '=', session.id).execute()
    const refreshToken = await addRefreshToken(ctx, session.id, session.expiresAt)
    return await tokensFor(ctx, pair.target, {
      id: session.id,
      expiresAt: session.expiresAt,
      refreshToken,
      impersonatorId: session.impersonatorId,
    })
  })
}

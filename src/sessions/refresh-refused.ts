import { mailAccount } from '#accounts/account-mail.ts'
import { endSessions } from '#accounts/session-end.ts'
import { secondsMs } from '#core/clock.ts'
import type { AppError } from '#core/errors.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { entityTypeOf, fullName } from '#events/people.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import type { TokenResponse } from './access-token.ts'
import { refreshImpersonation, refreshTokenInvalid } from './impersonation-refresh.ts'

/**
 * What becomes of a refresh token that the one statement did not let through: an impersonation's is looked at more closely; a used
 * one that comes back after the grace was stolen from one of two holders, so that neither keeps the family; all others are 401.
 */
// unscoped: by a refresh token, which proves the session; before it nobody has a scope
export async function refuseRefresh(ctx: PublicContext, kind: AccountKind, hash: Buffer): Promise<TokenResponse | AppError> {
  const token = await ctx.db
    .selectFrom('refreshTokens as t')
    .innerJoin('sessions as s', 's.id', 't.sessionId')
    .select(['t.usedAt', 's.id as sessionId', 's.accountId', 's.impersonatorId'])
    .where('t.hash', '=', hash)
    .where('t.revokedAt', 'is', null)
    .where('s.kind', '=', kind)
    .where('s.endedAt', 'is', null)
    .where('s.endedBecause', 'is', null)
    .where('s.expiresAt', '>', ctx.now)
    .executeTakeFirst()
  if (!token) return refreshTokenInvalid()
  if (token.usedAt === null) return token.impersonatorId === null ? refreshTokenInvalid() : await refreshImpersonation(ctx, hash)
  // a client whose answer was lost, or two tabs at once: no theft yet
  if (ctx.now.getTime() - token.usedAt.getTime() <= secondsMs(ctx.service.options.refreshReuseGraceSeconds)) return refreshTokenInvalid()
  await endStolenFamily(ctx, kind, token)
  return refreshTokenInvalid()
}

/** Told once: whoever ends the session writes the event and the mail. */
// unscoped: by a refresh token, which proves the session; before it nobody has a scope
async function endStolenFamily(
  ctx: PublicContext,
  kind: AccountKind,
  { sessionId, accountId, impersonatorId }: { sessionId: string; accountId: string; impersonatorId: string | null },
): Promise<void> {
  await transact(ctx, async (ctx) => {
    // else the thief, who writes without a pause, could keep the session from ending
    await lockTenantsOf(ctx, accountId)
    const ended = await endSessions(ctx, [sessionId], 'token_reuse')
    if (!ended.includes(sessionId)) return
    const owner = await ctx.db
      .selectFrom('accounts')
      .select(['id', 'kind', 'tenantId', 'email', 'username', 'firstName', 'lastName'])
      .where('id', '=', impersonatorId ?? accountId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!owner) return
    await emit(ctx, 'auth.token.reuse_detected', {
      tenantId: owner.tenantId,
      actor: { id: null, kind, name: null },
      entityType: entityTypeOf(kind),
      entityId: owner.id,
      personName: fullName(owner),
      data: { sessionId },
    })
    await mailAccount(ctx, owner, 'session_theft')
  })
}

import type { LockedAccount } from '#accounts/locked-account.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { effectivePermissions } from '#rights/effective-permissions.ts'
import { loadPermissionSources } from '#rights/permission-sources.ts'
import { requiredActionsOf } from '#rights/required-actions.ts'
import { type TokenResponse, tokenResponse } from './access-token.ts'

/** A pair for a session that was just made, refreshed or returned to, with what its account may do now. */
export async function tokensFor(
  ctx: PublicContext,
  account: LockedAccount,
  session: { id: string; expiresAt: Date; refreshToken: string; impersonatorId: string | null },
): Promise<TokenResponse> {
  const holding = (await loadPermissionSources(ctx.db, [account.id])).get(account.id)
  const subject = { ...account, impersonatorId: session.impersonatorId, sessionId: session.id, sessionExpiresAt: session.expiresAt }
  const permissions = holding ? effectivePermissions(holding).permissions : []
  return tokenResponse(ctx, subject, permissions, session.refreshToken, requiredActionsOf(ctx, account, session.impersonatorId))
}

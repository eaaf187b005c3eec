import type { LockedAccount } from '#accounts/locked-account.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { effectivePermissions, type PermissionSource } from '#rights/effective-permissions.ts'
import { loadPermissionSources } from '#rights/permission-sources.ts'
import { requiredActionsOf } from '#rights/required-actions.ts'
import { type TokenResponse, tokenResponse } from './access-token.ts'
import type { StartedSession } from './new-session.ts'

type Session = StartedSession & { readonly impersonatorId: string | null }

/** A pair for a session that was just made, refreshed or returned to, with what its account may do now. */
export async function tokensFor(ctx: PublicContext, account: LockedAccount, session: Session): Promise<TokenResponse> {
  return tokensOf(ctx, account, session, (await loadPermissionSources(ctx.db, [account.id])).get(account.id))
}

/** A pair for a session of an account whose permissions are read already; undefined for one that is gone. */
export function tokensOf(
  ctx: PublicContext,
  account: LockedAccount,
  session: Session,
  holding: PermissionSource | undefined,
): TokenResponse {
  const subject = { ...account, impersonatorId: session.impersonatorId, sessionId: session.id, sessionExpiresAt: session.expiresAt }
  const permissions = holding ? effectivePermissions(holding).permissions : []
  return tokenResponse(ctx, subject, permissions, session.refreshToken, requiredActionsOf(ctx, account, session.impersonatorId))
}

import { randomUUID } from 'node:crypto'
import { signAccessToken } from '#core/secrets/jwt.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import type { RequiredActions } from '#rights/required-actions.ts'

/** `iss` and `aud` of every access token: fixed, whatever the installation's addresses are. */
export const tokenIssuer = 'tenantry'
export const tokenAudience = 'tenantry-api'

/** Whom a token is for. While impersonating, the target in everything but `impersonatorId`. */
export interface TokenSubject {
  readonly id: string
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly roleName: string | null
  readonly impersonatorId: string | null
  readonly sessionId: string
  /** No token outlives its session. */
  readonly sessionExpiresAt: Date
}

/** What a client gets that is signed in: after login, second factor, refresh and impersonation. */
export interface TokenResponse {
  readonly accessToken: string
  /** Null when it went into the cookie instead. */
  readonly refreshToken: string | null
  readonly expiresIn: number
  readonly tokenType: 'Bearer'
  readonly requiresTwoFactor: false
  readonly requiresTwoFactorSetup: boolean
  readonly MustChangePassword: boolean
  readonly user: {
    readonly id: string
    readonly email: string
    readonly role: string | null
    readonly tenantId: string | null
    readonly impersonatorAdminId?: string
  }
}

/** Signs an access token of the tenant's lifetime and puts it beside the refresh token it came with. */
export function tokenResponse(
  ctx: PublicContext,
  subject: TokenSubject,
  permissions: Iterable<string>,
  refreshToken: string,
  requiredActions: RequiredActions,
): TokenResponse {
  const minutes = ctx.service.settings.of(subject.tenantId).accessTokenMinutes ?? ctx.service.options.accessTokenMinutes
  const iat = Math.floor(ctx.now.getTime() / 1000)
  const exp = Math.max(iat + 1, Math.min(iat + minutes * 60, Math.floor(subject.sessionExpiresAt.getTime() / 1000)))
  const claims = {
    sub: subject.id,
    email: subject.email,
    given_name: subject.firstName || null,
    family_name: subject.lastName || null,
    role: subject.roleName,
    permissions: [...permissions],
    tenant_id: subject.tenantId,
    is_admin: subject.kind === 'admin' ? ('true' as const) : ('false' as const),
    impersonator_id: subject.impersonatorId,
    sid: subject.sessionId,
    jti: randomUUID(),
    iat,
    exp,
    iss: tokenIssuer,
    aud: tokenAudience,
  }
  return {
    accessToken: signAccessToken(claims, ctx.service.keys.accessKeys()[0]!),
    refreshToken,
    expiresIn: exp - iat,
    tokenType: 'Bearer',
    requiresTwoFactor: false,
    requiresTwoFactorSetup: requiredActions.requiresTwoFactorSetup,
    MustChangePassword: requiredActions.mustChangePassword,
    user: {
      id: subject.id,
      email: subject.email,
      role: subject.roleName,
      tenantId: subject.tenantId,
      ...(subject.impersonatorId !== null && { impersonatorAdminId: subject.impersonatorId }),
    },
  }
}

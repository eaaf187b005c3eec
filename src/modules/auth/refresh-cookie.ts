import { type AppError, forbidden, validationFailed } from '#core/errors.ts'
import type { PublicContext } from '#db/context.ts'
import type { Exchange } from '#http/route.ts'
import type { TokenResponse } from '#identity/access-token.ts'
import { refreshTokenMs } from '#identity/new-session.ts'

const name = 'tenantry_refresh'
/** Sent to nothing but the sign-in routes. */
const path = '/api/v1/auth'

/** A client that keeps no secret itself asks for the cookie with this header. */
const wantsCookie = (exchange: Exchange): boolean => exchange.header('x-refresh-cookie')?.toLowerCase() === 'true'

/**
 * Puts the refresh token of an answer into the HttpOnly cookie where the client asked for that, and out of the body: a script on the
 * page must never see it. Answers without tokens pass through.
 */
export function withRefreshCookie<T extends object>(exchange: Exchange, answer: T, isForced = false): T {
  if (!isForced && !wantsCookie(exchange)) return answer
  const { refreshToken } = answer as Partial<TokenResponse>
  if (typeof refreshToken !== 'string') return answer
  exchange.setCookie(name, refreshToken, { path, maxAgeSeconds: refreshTokenMs / 1000 })
  return { ...answer, refreshToken: null }
}

/** Takes the cookie back from a client that sent it. */
export function clearRefreshCookie(exchange: Exchange): void {
  if (exchange.cookie(name) !== undefined) exchange.setCookie(name, '', { path, maxAgeSeconds: 0 })
}

/**
 * The refresh token a request presents, from the body or else the cookie. A browser sends the cookie wherever the request comes
 * from, so with it an `Origin` that is neither ours nor allowed is 403. Throws 400 when there is none at all.
 */
export function presentedRefreshToken(
  ctx: PublicContext,
  exchange: Exchange,
  fromBody: string | null | undefined,
): { token: string; isFromCookie: boolean } | AppError {
  if (fromBody != null) return { token: fromBody, isFromCookie: false }
  const token = exchange.cookie(name)
  if (!token) throw validationFailed([{ field: 'refreshToken', code: 'required' }])
  const origin = exchange.header('origin')
  const { corsOrigins, publicUrl } = ctx.service.options
  if (origin !== undefined && origin !== new URL(publicUrl).origin && !corsOrigins.includes(origin)) return forbidden()
  return { token, isFromCookie: true }
}

import { type AppError, denied, validationFailed } from '#core/errors.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import type { Exchange } from '#http/route.ts'
import type { TokenResponse } from '#sessions/access-token.ts'
import { refreshTokenMs } from '#sessions/new-session.ts'

/** Each kind of account has one of its own: in one browser somebody is signed in as an admin and as an end user. */
const cookieOf: Record<AccountKind, { readonly name: string; readonly path: string }> = {
  // sent to nothing but the sign-in routes
  admin: { name: 'tenantry_refresh', path: '/api/v1/auth' },
  user: { name: 'tenantry_user_refresh', path: '/api/v1/auth/user' },
}

/** A client that keeps no secret itself asks for the cookie with this header. */
const wantsCookie = (exchange: Exchange): boolean => exchange.header('x-refresh-cookie')?.toLowerCase() === 'true'

/**
 * Puts the refresh token of an answer into the HttpOnly cookie where the client asked for that, and out of the body: a script on the
 * page must never see it. Answers without tokens pass through.
 */
export function withRefreshCookie<T extends object>(exchange: Exchange, kind: AccountKind, answer: T, isForced = false): T {
  if (!isForced && !wantsCookie(exchange)) return answer
  const { refreshToken } = answer as Partial<TokenResponse>
  if (typeof refreshToken !== 'string') return answer
  const { name, path } = cookieOf[kind]
  exchange.setCookie(name, refreshToken, { path, maxAgeSeconds: refreshTokenMs / 1000 })
  return { ...answer, refreshToken: null }
}

/** Takes the cookie back from a client that sent it. */
export function clearRefreshCookie(exchange: Exchange, kind: AccountKind): void {
  const { name, path } = cookieOf[kind]
  if (exchange.cookies(name).length > 0) exchange.setCookie(name, '', { path, maxAgeSeconds: 0 })
}

/**
 * The refresh token a request presents, in the body or in the cookie. Of two, in whatever places, none is taken: which of them is the
 * client's own and which one somebody planted beside it nobody can tell. A browser sends the cookie wherever the request comes from, so
 * with it an `Origin` that is neither ours nor allowed is 403. Throws 400 for none and for two.
 */
export function presentedRefreshToken(
  ctx: PublicContext,
  exchange: Exchange,
  kind: AccountKind,
  fromBody: string | null | undefined,
): { token: string; isFromCookie: boolean } | AppError {
  const cookies = exchange.cookies(cookieOf[kind].name)
  const [token] = cookies
  if (cookies.length > 1 || (token && fromBody != null)) throw validationFailed([{ field: 'refreshToken', code: 'not_allowed_value' }])
  if (fromBody != null) return { token: fromBody, isFromCookie: false }
  if (!token) throw validationFailed([{ field: 'refreshToken', code: 'required' }])
  return mayBringCookie(ctx, exchange) ? { token, isFromCookie: true } : denied({ reason: 'origin_not_allowed' })
}

/**
 * Whether a request may act by the cookie it brings: one that says where it comes from must come from us or from an allowed origin.
 * A browser itself says `Sec-Fetch-Site` and lets no page write it (Fetch Metadata, section 2.2.3): `same-origin` is our own page under
 * whatever name it was opened, `localhost` or a verified domain; `same-site` may be anybody's below the same domain.
 */
function mayBringCookie({ service }: PublicContext, exchange: Exchange): boolean {
  const site = exchange.header('sec-fetch-site')
  if (site === 'same-origin') return true
  const origin = exchange.header('origin')
  if (origin === undefined) return site === undefined
  const { corsOrigins, publicUrl } = service.options
  return origin === new URL(publicUrl).origin || corsOrigins.includes(origin)
}

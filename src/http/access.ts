import { AppError, denied, forbidden, unauthenticated } from '#core/errors.ts'
import type { PermissionName } from '#core/permissions.ts'
import type { AccessTokenVerifier } from '#core/secrets/jwt.ts'
import type { Actor } from '#db/rows/context.ts'
import type { LiveSessions } from '#sessions/live-sessions.ts'

/**
 * Who may call a route. 'admin', 'user', 'account': anyone signed in of that kind (or either), for their own things.
 * A permission may be asked of the platform's admins only.
 */
export type Access = 'public' | 'admin' | 'user' | 'account' | 'super-admin' | PermissionAccess
export interface PermissionAccess {
  readonly permission: PermissionName
  readonly platformOnly?: true
}

/** Open to admins who hold a permission, in whatever tenant. */
export const can = (permission: PermissionName): PermissionAccess => ({ permission })
/** Open to admins of the platform who hold a permission. */
export const canOnPlatform = (permission: PermissionName): PermissionAccess => ({ permission, platformOnly: true })

/** What a session that must first change its password, or set up two-factor, may still call. */
export const limitations = ['password_change', 'two_factor_setup'] as const
export type Limitation = (typeof limitations)[number]

export interface AccessRule {
  readonly access: Access
  /** Open to sessions under these limitations; every other route is closed to them by the server, not only by the client. */
  readonly openDuring?: readonly Limitation[]
  /** Never while acting as somebody else. */
  readonly notImpersonating?: true
}

/**
 * Bearer token (RFC 6750, section 2.1) to live caller. Throws 400 for two Authorization headers, 401 for a missing, bad or
 * expired token and for a session that is no longer alive, 503 when that can't be known. A token in the query or in a cookie
 * is never looked at.
 */
export function authenticate(
  authorization: string | undefined,
  rawHeaders: readonly string[],
  verifier: AccessTokenVerifier,
  sessions: LiveSessions,
  now: Date,
): Actor | Promise<Actor> {
  if (authorization === undefined) throw unauthenticated('token_missing', true)
  refuseTwoTokens(rawHeaders)
  const token = bearerToken(authorization)
  if (token === null) throw unauthenticated('token_invalid', true)
  const claims = verifier.verify(token, now)
  if (claims === null) throw unauthenticated('token_invalid', true)
  if (claims === 'expired') throw unauthenticated('token_expired', true)
  const found = sessions.find(claims.sid)
  return found instanceof Promise ? found.then((session) => fitting(claims, session)) : fitting(claims, found)
}

/**
 * Who is asking, as of now: what was read with the headers may be minutes old once a body has come, or a lock.
 * A caller was asked with the headers already: memory gives the same object until anything of session, rights or required actions changes.
 * @throws AppError 401 when the session is over, 403 when the route is closed to the caller by now, 503 when that can't be known
 */
export async function callerNow(actor: Actor, sessions: Pick<LiveSessions, 'find'>, gate: AccessRule): Promise<Actor> {
  const found = sessions.find(actor.sessionId)
  const session = found instanceof Promise ? await found : found
  if (!session) throw unauthenticated('session_revoked', true)
  // the very caller that was asked before, of whom nothing changed, is answered as before
  if (session.actor !== actor) authorize(session.actor, gate)
  return session.actor
}

type Claims = Exclude<ReturnType<AccessTokenVerifier['verify']>, 'expired' | null>
type Found = Awaited<ReturnType<LiveSessions['find']>>

function fitting(claims: Claims, session: Found): Actor {
  if (!session) throw unauthenticated('session_revoked', true)
  const { actor } = session
  const isAdmin = claims.is_admin === 'true'
  if (actor.id !== claims.sub || (actor.kind === 'admin') !== isAdmin || actor.impersonatorId !== claims.impersonator_id) {
    throw unauthenticated('token_invalid', true)
  }
  return actor
}

/** When a Bearer token ends that was found good before; null for anything else. */
export function endOfToken(authorization: string | undefined, verifier: AccessTokenVerifier, now: Date): Date | null {
  const token = authorization === undefined ? null : bearerToken(authorization)
  const claims = token === null ? null : verifier.verify(token, now)
  return claims === null || claims === 'expired' ? null : new Date(claims.exp * 1000)
}

/** The session of the one Bearer token of a request, where that is good; whether the session is still alive is not asked. Null for all else. */
export function sessionOfToken(
  authorization: string | undefined,
  rawHeaders: readonly string[],
  verifier: AccessTokenVerifier,
  now: Date,
): string | null {
  const token = authorization === undefined || countTokens(rawHeaders) > 1 ? null : bearerToken(authorization)
  const claims = token === null ? null : verifier.verify(token, now)
  return claims === null || claims === 'expired' ? null : claims.sid
}

function refuseTwoTokens(rawHeaders: readonly string[]): void {
  if (countTokens(rawHeaders) > 1)
    throw new AppError(400, 'validation_failed', { fields: [{ field: 'authorization', code: 'not_allowed_value' }] })
}

function countTokens(rawHeaders: readonly string[]): number {
  let found = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 13 && name.toLowerCase() === 'authorization') found++
  }
  return found
}

function bearerToken(authorization: string): string | null {
  if (authorization.length < 8 || authorization.slice(0, 7).toLowerCase() !== 'bearer ') return null
  return authorization.slice(7).trim() || null
}

/** Throws 403 when this caller may not call this route at all; what it may touch is decided later, by scope. */
export function authorize(actor: Actor, gate: AccessRule): void {
  const { access } = gate
  if (access === 'public') return
  if (access === 'account' || access === actor.kind) {
    refuseLimited(actor, gate)
    return
  }
  if (actor.kind !== 'admin' || access === 'user') throw denied({ reason: access === 'user' ? 'users_only' : 'admins_only' })
  refuseLimited(actor, gate)
  if (access === 'admin') return
  if (access === 'super-admin') {
    if (!actor.isSuperAdmin) throw denied({ reason: 'superadmin_only' })
    return
  }
  const requiredPermission = access.permission
  if (!actor.permissions.has(requiredPermission)) throw denied({ requiredPermission })
  if (access.platformOnly && actor.tenantId !== null) throw denied({ requiredPermission, reason: 'platform_only' })
}

function refuseLimited(actor: Actor, gate: AccessRule): void {
  if (actor.mustChangePassword && !gate.openDuring?.includes('password_change')) throw forbidden('password_change_required')
  if (actor.requiresTwoFactorSetup && !gate.openDuring?.includes('two_factor_setup')) throw forbidden('two_factor_setup_required')
  if (actor.impersonatorId !== null && gate.notImpersonating) throw forbidden('impersonation_forbidden')
}

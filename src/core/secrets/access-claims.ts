/**
 * What an access token says (RFC 7519, section 4; RFC 9068, section 2.2). `is_admin` is a string on the wire: only the exact
 * texts 'true' and 'false' exist, so that "false" can never pass for a truthy value.
 */
export interface AccessClaims {
  /** Account id. */
  sub: string
  email: string
  given_name: string | null
  family_name: string | null
  role: string | null
  permissions: readonly string[]
  tenant_id: string | null
  is_admin: 'true' | 'false'
  impersonator_id: string | null
  /** Session id; stays over refreshes. What is revoked is the session, never the text of a token. */
  sid: string
  jti: string
  /** Unix seconds, as is `exp`. */
  iat: number
  exp: number
  nbf?: number
  iss: string
  aud: string
  /** Purpose. Left out or 'access'; a token that names another purpose is never an access token. */
  typ?: string
}

const filled = (value: unknown) => typeof value === 'string' && value !== ''
const textOrNull = (value: unknown) => value === null || typeof value === 'string'

/**
 * Whether a decoded payload has every claim of an access token in exactly its type. `iss` and `aud` must be single strings
 * (RFC 7519, section 4.1.3, would allow an array of audiences; we issue none, so none is accepted).
 */
export function isAccessClaims(value: unknown): value is AccessClaims {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const claims = value as Record<string, unknown>
  return (
    [claims.sub, claims.sid, claims.jti, claims.iss, claims.aud].every(filled) &&
    typeof claims.email === 'string' &&
    [claims.given_name, claims.family_name, claims.role, claims.tenant_id, claims.impersonator_id].every(textOrNull) &&
    Array.isArray(claims.permissions) &&
    claims.permissions.every((name) => typeof name === 'string') &&
    (claims.is_admin === 'true' || claims.is_admin === 'false') &&
    Number.isSafeInteger(claims.iat) &&
    Number.isSafeInteger(claims.exp) &&
    (claims.nbf === undefined || Number.isSafeInteger(claims.nbf)) &&
    (claims.typ === undefined || claims.typ === 'access')
  )
}

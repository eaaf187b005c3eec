import { type AccessClaims, isAccessClaims } from './access-claims.ts'
import { decodePart, encodePart, headerOf, type SigningKey, sameSignature, signatureOf } from './jws.ts'
import { TokenCache } from './token-cache.ts'

export type { AccessClaims } from './access-claims.ts'
export type { SigningKey } from './jws.ts'

const maxTokenLength = 16 * 1024
const skewSeconds = 30
/** We issue nothing that lives longer than an hour; an `exp` more than a day after `iat` was not made by this service. */
const maxLifetimeSeconds = 86_400

/** A signed access token (JWS compact form, RFC 7515, section 7.1). Throws for a key under 32 bytes. */
export function signAccessToken(claims: AccessClaims, key: SigningKey): string {
  const text = `${headerOf(key)}.${encodePart(claims)}`
  return `${text}.${signatureOf(text, key)}`
}

/**
 * Accepts what `signAccessToken` makes and nothing else (RFC 7519, section 7.2; RFC 8725, sections 3.1, 3.8, 3.9, 3.11).
 * A header is never interpreted: it must be, byte for byte, the header of a key we hold, so that no token chooses an
 * algorithm, a type or a key. The signature is compared as text, which leaves no second spelling of a good token.
 */
export class AccessTokenVerifier {
  readonly #options: { keys: () => readonly SigningKey[]; issuer: string; audience: string }
  readonly #cache: TokenCache
  #keys: readonly SigningKey[] = []
  #keyOfHeader = new Map<string, SigningKey>()

  /** `keys` is asked at every token and must return the same array until a key comes or goes. Throws for a key under 32 bytes. */
  constructor(options: { keys: () => readonly SigningKey[]; issuer: string; audience: string; cacheSize?: number }) {
    this.#options = options
    this.#cache = new TokenCache(options.cacheSize ?? 10_000)
    this.#takeKeys()
  }

  /** The claims; 'expired' for a token that is good in all but its `exp`; null for everything else, without a reason. */
  verify(token: string, now: Date): AccessClaims | 'expired' | null {
    this.#takeKeys()
    const seconds = now.getTime() / 1000
    const known = this.#cache.get(token)
    const claims = known ?? this.#read(token)
    if (!claims || claims.iat > seconds + skewSeconds || (claims.nbf ?? 0) > seconds + skewSeconds) return null
    if (claims.exp <= seconds) {
      this.#cache.delete(token)
      return 'expired'
    }
    if (!known) this.#cache.set(token, claims)
    return claims
  }

  #read(token: string): AccessClaims | null {
    if (token.length > maxTokenLength) return null
    const [header, payload, signature, ...rest] = token.split('.', 4)
    if (!header || !payload || !signature || rest.length > 0) return null
    const key = this.#keyOfHeader.get(header)
    if (!key || !sameSignature(signature, signatureOf(`${header}.${payload}`, key))) return null
    const claims = decodePart(payload)
    if (!isAccessClaims(claims) || claims.iss !== this.#options.issuer || claims.aud !== this.#options.audience) return null
    return claims.exp > claims.iat && claims.exp - claims.iat <= maxLifetimeSeconds ? claims : null
  }

  /** A retired key must not live on in the cache: a new list of keys empties it. */
  #takeKeys(): void {
    const keys = this.#options.keys()
    if (keys === this.#keys) return
    this.#keyOfHeader = new Map(keys.map((key) => [headerOf(key), key]))
    this.#keys = keys
    this.#cache.clear()
  }
}

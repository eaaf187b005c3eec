import type { AccessClaims } from './access-claims.ts'

interface Known {
  readonly token: string
  readonly claims: AccessClaims
}

/** An HS256 signature in base64url: 43 characters at the end of the token. */
const signatureLength = 43

/**
 * Tokens whose signature and claims were found good, oldest out first. It saves the signature only: whoever reads it must check
 * the times again, and must clear it when the keys change.
 *
 * Found by their signature, because hashing two thousand characters at every request costs more than comparing them once; but
 * only the very same text is ever known: a good signature under other claims must never find them.
 */
export class TokenCache {
  readonly #size: number
  readonly #known = new Map<string, Known>()

  constructor(size: number) {
    this.#size = size
  }

  get(token: string): AccessClaims | undefined {
    const known = this.#known.get(token.slice(-signatureLength))
    return known?.token === token ? known.claims : undefined
  }

  /** Keeps the claims frozen: every request with this token shares them. */
  set(token: string, claims: AccessClaims): void {
    if (this.#size < 1) return
    if (this.#known.size >= this.#size) this.#known.delete(this.#known.keys().next().value!)
    Object.freeze(claims.permissions)
    this.#known.set(token.slice(-signatureLength), { token, claims: Object.freeze(claims) })
  }

  delete(token: string): void {
    this.#known.delete(token.slice(-signatureLength))
  }

  clear(): void {
    this.#known.clear()
  }
}

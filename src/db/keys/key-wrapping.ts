import { hkdfSync, randomBytes } from 'node:crypto'
import { open, seal, sealedKid } from '#core/secrets/secret-box.ts'
import type { Tables } from '#db/tables.ts'

export type KeyPurpose = Tables['keys']['purpose']

/** The keys in the database are wrapped under a master secret that is not among those given. */
export class WrongMasterSecret extends Error {
  constructor() {
    super('MASTER_SECRET does not open the keys in the database; start with the one they were made under, or with `new,old`')
    this.name = 'WrongMasterSecret'
  }
}

const keyBytes = 32
const leastSecretBytes = 32

/** A key derived from another for one use (HKDF with SHA-256, RFC 5869): uses of one secret never share a key. */
export const derivedKey = (secret: string | Buffer, use: string) => Buffer.from(hkdfSync('sha256', secret, '', `tenantry ${use}`, keyBytes))

/** What `MASTER_SECRET` is for and all it is for: wrapping the keys that are stored in the database. */
export class KeyWrapping {
  readonly #newest: string
  readonly #keys: Map<string, Buffer>

  /** Newest secret first; throws for one under 32 bytes, and for none. */
  constructor(masterSecrets: readonly string[]) {
    if (masterSecrets.some((secret) => Buffer.byteLength(secret) < leastSecretBytes))
      throw new Error('a master secret has 32 bytes or more')
    this.#keys = new Map(masterSecrets.map((secret) => [idOf(secret), derivedKey(secret, 'key wrapping')]))
    const newest = masterSecrets[0]
    if (newest === undefined) throw new Error('there is no master secret')
    this.#newest = idOf(newest)
  }

  /** A new random key of 32 bytes, wrapped: bound to its purpose and id, so that no row can stand in for another. */
  create(purpose: KeyPurpose): { kid: string; wrapped: string } {
    const kid = randomBytes(9).toString('base64url')
    return { kid, wrapped: this.wrap(purpose, kid, randomBytes(keyBytes)) }
  }

  wrap(purpose: KeyPurpose, kid: string, key: Buffer): string {
    return seal(this.#keys.get(this.#newest)!, this.#newest, key, context(purpose, kid))
  }

  /** @throws WrongMasterSecret */
  unwrap({ purpose, kid, wrapped }: { purpose: KeyPurpose; kid: string; wrapped: string }): Buffer {
    if (!this.#keys.has(sealedKid(wrapped))) throw new WrongMasterSecret()
    return open((id) => this.#keys.get(id), wrapped, context(purpose, kid))
  }

  /** Whether a key is wrapped under the newest secret, so that the others may be forgotten. */
  isCurrent(wrapped: string): boolean {
    return sealedKid(wrapped) === this.#newest
  }
}

const context = (purpose: KeyPurpose, kid: string) => `keys:${purpose}:${kid}`

/** Tells which secret a key is wrapped under, and nothing about the secret. */
const idOf = (secret: string) => derivedKey(secret, 'master secret id').subarray(0, 9).toString('base64url')

import type { SigningKey } from '#core/secrets/jws.ts'
import { keyedHash } from '#core/secrets/one-time-code.ts'
import { OpaqueIds } from '#core/secrets/opaque-id.ts'
import { open, seal } from '#core/secrets/secret-box.ts'
import type { Database } from '#db/database.ts'
import type { RevocationBatch } from '#db/live/revocation-reader.ts'
import { derivedKey, type KeyPurpose, KeyWrapping } from './key-wrapping.ts'

export { type KeyPurpose, WrongMasterSecret } from './key-wrapping.ts'

const purposes: readonly KeyPurpose[] = ['access_token', 'stored_secret', 'audit_mac', 'opaque_id']

interface Key extends SigningKey {
  readonly purpose: KeyPurpose
  readonly signs: boolean
  readonly wrapped: string
}

/** All keys of the service, unwrapped, in the memory of this process. They stand in the database, wrapped by `MASTER_SECRET`. */
export class KeyRing {
  /** Ids that tenants and groups are shown under; their key never changes. */
  readonly opaqueIds: OpaqueIds
  readonly #database: Database
  readonly #wrapping: KeyWrapping
  readonly #lookupKey: Buffer
  #keys: readonly Key[]
  #accessKeys: readonly SigningKey[]

  private constructor(database: Database, wrapping: KeyWrapping, keys: readonly Key[]) {
    this.#database = database
    this.#wrapping = wrapping
    this.#keys = keys
    this.#accessKeys = accessKeysOf(keys)
    const opaque = keys.find(({ purpose }) => purpose === 'opaque_id')!.secret
    this.opaqueIds = new OpaqueIds(derivedKey(opaque, 'opaque ids'))
    this.#lookupKey = derivedKey(opaque, 'lookup hashes')
  }

  /**
   * Reads the keys, makes those that are missing, and wraps again what an older master secret wrapped. Processes that start at
   * once end with the same keys.
   * @param masterSecrets newest first, each of 32 bytes or more
   * @throws WrongMasterSecret when the keys in the database were wrapped under another secret
   */
  static async open(database: Database, masterSecrets: readonly string[], now: Date): Promise<KeyRing> {
    const wrapping = new KeyWrapping(masterSecrets)
    const found = await readKeys(database, wrapping, [])
    const missing = purposes.filter((purpose) => !found.some((key) => key.purpose === purpose && key.signs))
    for (const purpose of missing) {
      const key = { purpose, ...wrapping.create(purpose), state: 'signing' as const, createdAt: now, promotedAt: now }
      await database.kysely
        .insertInto('keys')
        .values(key)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const keys = missing.length > 0 ? await readKeys(database, wrapping, found) : found
    for (const { purpose, kid, secret, wrapped } of keys.filter((key) => !wrapping.isCurrent(key.wrapped))) {
      await database.kysely
        .updateTable('keys')
        .set({ wrapped: wrapping.wrap(purpose, kid, secret) })
        .where('purpose', '=', purpose)
        .where('kid', '=', kid)
        // another process with the same secrets may have been here first
        .where('wrapped', '=', wrapped)
        .execute()
    }
    return new KeyRing(database, wrapping, keys)
  }

  /** Reads the keys again: rotated ones, those told by another process. @throws WrongMasterSecret */
  async reload(): Promise<void> {
    const keys = await readKeys(this.#database, this.#wrapping, this.#keys)
    const access = accessKeysOf(keys)
    const isSame = access.length === this.#accessKeys.length && access.every(({ kid }, index) => kid === this.#accessKeys[index]?.kid)
    this.#keys = keys
    if (!isSame) this.#accessKeys = access
  }

  /** For `LiveLog.subscribe`. */
  async apply(batch: RevocationBatch): Promise<void> {
    if (batch === 'flush' || batch.some(({ topic }) => topic === 'keys')) await this.reload()
  }

  /** Keys that access tokens may be signed with, the one that signs first; the same array until one comes or goes. */
  accessKeys(): readonly SigningKey[] {
    return this.#accessKeys
  }

  /** Makes a new key for `rotateKey`, wrapped and not yet known to anybody. */
  createKey(purpose: KeyPurpose): { kid: string; wrapped: string } {
    return this.#wrapping.create(purpose)
  }

  /** Encrypts a secret for the database. `context` names its place (`credentials:<id>`): moved elsewhere it never opens. */
  sealSecret(text: string, context: string): string {
    const key = this.#keys.find(({ purpose, signs }) => purpose === 'stored_secret' && signs)!
    return seal(key.secret, key.kid, text, context)
  }

  /** The text of a sealed secret, whichever key it was sealed under. Throws when it was changed, moved, or its key is unknown. */
  openSecret(sealed: string, context: string): string {
    return open((kid) => this.#storedSecretKey(kid), sealed, context).toString()
  }

  /**
   * Encrypts the position of a list for its reader to carry. `context` says whose position in what it is: elsewhere it never opens, and it
   * has a key of its own, for of these values there is no bound.
   */
  sealCursor(text: string, context: string): string {
    const key = this.#keys.find(({ purpose, signs }) => purpose === 'stored_secret' && signs)!
    return seal(cursorKey(key.secret, context), key.kid, text, context)
  }

  /** The text of a sealed cursor, whichever key it was sealed under; null when it is none of ours, was changed, or belongs elsewhere. */
  openCursor(sealed: string, context: string): string | null {
    const keyOf = (kid: string) => {
      const secret = this.#storedSecretKey(kid)
      return secret && cursorKey(secret, context)
    }
    try {
      return open(keyOf, sealed, context).toString()
    } catch {
      return null
    }
  }

  /** The key that audit entries are sealed under now, with its id. */
  auditKey(): SigningKey {
    return this.#keys.find(({ purpose, signs }) => purpose === 'audit_mac' && signs)!
  }

  /** The secret of the audit key of that id, one that no longer signs too; undefined for one that is not ours. */
  auditKeyOf(kid: string): Buffer | undefined {
    return this.#keys.find((key) => key.purpose === 'audit_mac' && key.kid === kid)?.secret
  }

  #storedSecretKey(kid: string): Buffer | undefined {
    return this.#keys.find((key) => key.purpose === 'stored_secret' && key.kid === kid)?.secret
  }

  /**
   * A keyed hash to find a thing again by, when it has too few bits for a plain one: codes, login names. Parts are
   * kept apart; begin with a word for the use. The same for ever, and on every process.
   */
  lookupHash(...parts: string[]): Buffer {
    return keyedHash(this.#lookupKey, ...parts)
  }
}

const cursorKey = (secret: Buffer, context: string): Buffer => keyedHash(secret, 'list cursor', context)

const accessKeysOf = (keys: readonly Key[]): SigningKey[] =>
  keys.filter(({ purpose }) => purpose === 'access_token').map(({ kid, secret }) => ({ kid, secret }))

/** The one that signs first, then newest first. Those in `known` are not unwrapped again. */
async function readKeys(database: Database, wrapping: KeyWrapping, known: readonly Key[]): Promise<Key[]> {
  const rows = await database.kysely
    .selectFrom('keys')
    .select(['purpose', 'kid', 'wrapped', 'state'])
    .orderBy('state')
    .orderBy('createdAt', 'desc')
    .orderBy('kid')
    .execute()
  return rows.map(({ purpose, kid, wrapped, state }) => {
    const secret = known.find((key) => key.purpose === purpose && key.kid === kid)?.secret ?? wrapping.unwrap({ purpose, kid, wrapped })
    return { purpose, kid, secret, wrapped, signs: state === 'signing' }
  })
}

import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { uuidBytes, uuidOf } from '#core/uuid.ts'
import { keyedHash, sameBytes } from './one-time-code.ts'

export type OpaqueKind = 'tenant' | 'group'

const algorithm = 'aes-256-ctr'
const idBytes = 16
const form = /^[A-Za-z0-9_-]{43}$/

/**
 * Ids that do not show what they are: the 16 bytes of a UUID, encrypted deterministically, so that one record always shows one
 * id. The synthetic IV idea of RFC 5297: a MAC over kind and id is both the tag and the IV. An id of one kind never decrypts as
 * another, and a changed one as nothing. The key must be of no other use, and never changes: ids would change with it.
 */
export class OpaqueIds {
  /** As OpenSSL takes them: to prepare one anew takes longer than an id. */
  readonly #macKey: KeyObject
  readonly #cipherKey: KeyObject

  /** Throws for a key under 32 bytes. */
  constructor(key: Buffer) {
    if (key.length < 32) throw new Error('the key for opaque ids is shorter than 32 bytes')
    this.#macKey = createSecretKey(keyedHash(key, 'opaque id mac'))
    this.#cipherKey = createSecretKey(keyedHash(key, 'opaque id cipher'))
  }

  /** 43 characters of base64url, never to be taken for a UUID. Throws TypeError when `uuid` is none. */
  encode(kind: OpaqueKind, uuid: string): string {
    const id = uuidBytes(uuid)
    const tag = this.#tag(kind, id)
    const cipher = createCipheriv(algorithm, this.#cipherKey, tag)
    return Buffer.concat([tag, cipher.update(id), cipher.final()]).toString('base64url')
  }

  /** The UUID in lower case; null for another kind's id, a changed one, another spelling of one, and any other text. */
  decode(kind: OpaqueKind, text: string): string | null {
    if (!form.test(text)) return null
    const bytes = Buffer.from(text, 'base64url')
    if (bytes.toString('base64url') !== text) return null
    const tag = bytes.subarray(0, idBytes)
    const decipher = createDecipheriv(algorithm, this.#cipherKey, tag)
    const id = Buffer.concat([decipher.update(bytes.subarray(idBytes)), decipher.final()])
    return sameBytes(tag, this.#tag(kind, id)) ? uuidOf(id) : null
  }

  #tag(kind: OpaqueKind, id: Buffer): Buffer {
    return createHmac('sha256', this.#macKey).update(`${kind}|`).update(id).digest().subarray(0, idBytes)
  }
}

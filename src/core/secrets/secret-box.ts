import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16
const form = /^v1\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]+)$/

/**
 * Encrypts a stored secret: `v1.<kid>.<base64url of iv, ciphertext, tag>`, AES-256-GCM with a random 96-bit IV (NIST SP 800-38D,
 * section 8.2.2: fewer than 2^32 values under one key). `context` names the place it is stored in (`accounts.totp:<id>`) and
 * is authenticated with it, so that a value moved to another row never opens. Throws for a wrong key or kid.
 */
export function seal(key: Buffer, kid: string, plaintext: string | Buffer, context: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(kid)) throw new Error('a key id is 1 to 64 letters, digits, dashes and underscores')
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, checked(key), iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context))
  const bytes = Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  return `v1.${kid}.${bytes.toString('base64url')}`
}

/** The plaintext of a sealed value. Throws when its key is unknown, and when a bit of it or of its context is another. */
export function open(keys: (kid: string) => Buffer | undefined, sealed: string, context: string): Buffer {
  const { kid, bytes } = parse(sealed)
  const key = keys(kid)
  if (!key) throw new Error(`no key ${kid} for a sealed value`)
  const decipher = createDecipheriv(algorithm, checked(key), bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
  } catch {
    throw new Error('a sealed value does not open: it was changed or moved')
  }
}

/** The id of the key a value is sealed under; throws for a text that is no sealed value. */
export const sealedKid = (sealed: string): string => parse(sealed).kid

function parse(sealed: string): { kid: string; bytes: Buffer } {
  const [, kid, text] = form.exec(sealed) ?? []
  const bytes = Buffer.from(text ?? '', 'base64url')
  if (kid === undefined || bytes.length < ivBytes + tagBytes || bytes.toString('base64url') !== text) throw new Error('not a sealed value')
  return { kid, bytes }
}

function checked(key: Buffer): Buffer {
  if (key.length !== keyBytes) throw new Error('a key for stored secrets is 32 bytes')
  return key
}

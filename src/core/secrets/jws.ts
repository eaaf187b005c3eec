import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/** One HS256 key; RFC 7518, section 3.2, wants at least as many bits as the hash has: 32 bytes. */
export interface SigningKey {
  kid: string
  secret: Buffer
}

/** An object as a part of a token: base64url without padding of its JSON (RFC 7515, section 2). */
export const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The only header there is (RFC 7515, section 4; `at+jwt` of RFC 9068, section 2.1). Throws for a key under 32 bytes. */
export function headerOf(key: SigningKey): string {
  if (key.secret.length < 32) throw new Error(`signing key ${key.kid} is shorter than 32 bytes`)
  return encodePart({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })
}

/** Given as bytes, a key would be made into this at every signature: four times the cost of the signature itself. */
const keyObjects = new WeakMap<SigningKey, KeyObject>()

function keyObjectOf(key: SigningKey): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key.secret)
  keyObjects.set(key, known)
  return known
}

/** HMAC-SHA256 over `header.payload` as it stands in the token (RFC 7515, section 5.1). */
export const signatureOf = (text: string, key: SigningKey): string =>
  createHmac('sha256', keyObjectOf(key)).update(text).digest('base64url')

/** Compares signatures as text, in constant time: a second spelling of the same bytes must never pass. */
export function sameSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The JSON of a part, null when it is none or its base64url is not the canonical one (RFC 4648, section 3.5). */
export function decodePart(part: string): unknown {
  const bytes = Buffer.from(part, 'base64url')
  if (bytes.toString('base64url') !== part) return null
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}

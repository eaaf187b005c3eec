import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** Keys as OpenSSL takes them: to make one anew costs four times what is done with it. */
const prepared = new WeakMap<Buffer, KeyObject>()

/** HMAC-SHA-256 of a text, as hex. */
export function keyedDigest(key: Buffer, text: string): string {
  let known = prepared.get(key)
  if (known === undefined) {
    known = createSecretKey(key)
    prepared.set(key, known)
  }
  return createHmac('sha256', known).update(text).digest('hex')
}

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** A secret as it signs. OpenSSL takes five times as long to prepare a key as to sign a body with it. */
export interface SigningKey {
  /** Of the secret as it is shown. */
  readonly whole: KeyObject
  /** Of the bytes that Standard Webhooks means; null for a secret in another form. */
  readonly standard: KeyObject | null
}

/** What one attempt is signed with: the secret and, for a while after a change, the one before it. */
export interface SigningKeys {
  readonly current: SigningKey
  readonly previous: SigningKey | null
}

export interface SignedContent {
  /** Id of the delivery: the same on every attempt. */
  readonly id: string
  /** When this attempt is made. */
  readonly at: Date
  /** The very text that is sent, as UTF-8. */
  readonly body: string
}

const prefix = 'whsec_'
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * The headers that prove who sent a body, the current secret's signature first.
 *
 * `X-Webhook-Signature` is HMAC-SHA256 over the bytes of the body, in lower-case hex. Its key is the secret as it is shown, prefix and all, so
 * that `openssl dgst -sha256 -hmac "$SECRET"` finds the same. It says nothing of the time.
 *
 * Secrets in the form of Standard Webhooks (`whsec_` and base64; www.standardwebhooks.com) sign as that says, too: keyed with the decoded bytes,
 * over id, time and body, so that a receiver can tell an old message that somebody sends again.
 */
export function signatureHeaders({ current, previous }: SigningKeys, { id, at, body }: SignedContent): Record<string, string> {
  const all = previous === null ? [current] : [current, previous]
  const headers: Record<string, string> = {
    'x-webhook-signature': all.map(({ whole }) => `sha256=${hmac(whole, body).digest('hex')}`).join(','),
  }
  const keys = all.flatMap(({ standard }) => standard ?? [])
  if (keys.length === 0) return headers
  const seconds = Math.floor(at.getTime() / 1000)
  const signed = `${id}.${seconds}.${body}`
  return {
    ...headers,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': keys.map((key) => `v1,${hmac(key, signed).digest('base64')}`).join(' '),
  }
}

const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text)

/** @throws for an empty secret: whoever holds an empty key holds everybody's */
export function signingKey(secret: string): SigningKey {
  if (secret === '') throw new Error('a webhook secret is empty')
  const standard = standardKey(secret)
  return { whole: createSecretKey(secret, 'utf8'), standard: standard && createSecretKey(standard) }
}

/** The key of a secret in the form of Standard Webhooks; null for any other secret. */
function standardKey(secret: string): Buffer | null {
  const encoded = secret.slice(prefix.length)
  if (!secret.startsWith(prefix) || encoded === '' || !base64.test(encoded)) return null
  return Buffer.from(encoded, 'base64')
}

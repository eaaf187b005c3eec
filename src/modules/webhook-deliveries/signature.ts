import { createHmac } from 'node:crypto'

/** What one attempt is signed with: the secret and, for a while after a change, the one before it. */
export interface SigningSecrets {
  readonly current: string
  readonly previous: string | null
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
export function signatureHeaders(secrets: SigningSecrets, content: SignedContent): Record<string, string> {
  const all = [secrets.current, ...(secrets.previous === null ? [] : [secrets.previous])]
  // whoever holds an empty key holds everybody's
  if (all.includes('')) throw new Error('a webhook secret is empty')
  const headers: Record<string, string> = { 'x-webhook-signature': all.map((secret) => `sha256=${hexOf(secret, content.body)}`).join(',') }
  const keys = all.flatMap((secret) => standardKey(secret) ?? [])
  if (keys.length === 0) return headers
  const seconds = Math.floor(content.at.getTime() / 1000)
  const signed = `${content.id}.${seconds}.${content.body}`
  return {
    ...headers,
    'webhook-id': content.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' '),
  }
}

const hexOf = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex')

/** The key of a secret in the form of Standard Webhooks; null for any other secret. */
function standardKey(secret: string): Buffer | null {
  const encoded = secret.slice(prefix.length)
  if (!secret.startsWith(prefix) || encoded === '' || !base64.test(encoded)) return null
  return Buffer.from(encoded, 'base64')
}

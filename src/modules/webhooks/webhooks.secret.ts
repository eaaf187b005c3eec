import { randomBytes } from 'node:crypto'
import { invalid } from '#core/errors.ts'
import type { KeyRing } from '#db/keys/keys.ts'

/** What a secret of ours begins with; Standard Webhooks decodes what follows. */
const prefix = 'whsec_'
const form = /^[\x20-\x7e]{16,256}$/
const hinted = 4

/** 256 random bits, as Standard Webhooks writes them. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64')

/** A secret that a caller chose; 256 random bits for null and undefined. Throws 400 `webhook_secret_invalid` for one that is too short or not ASCII. */
export function secretOf(given: string | null | undefined): string {
  if (given == null) return newSecret()
  if (!form.test(given)) throw invalid('secret', 'webhook_secret_invalid')
  return given
}

/** Its last characters, by which people know it again. */
export const hintOf = (secret: string): string => `…${secret.slice(-hinted)}`

/** The one place that secrets of a subscription, present and previous, are sealed for. */
const placeOf = (webhookId: string): string => `webhooks.secret:${webhookId}`

export const sealWebhookSecret = (keys: KeyRing, webhookId: string, secret: string): string => keys.sealSecret(secret, placeOf(webhookId))

/** Throws for a text that was sealed for another subscription. */
export const openWebhookSecret = (keys: KeyRing, webhookId: string, sealed: string): string => keys.openSecret(sealed, placeOf(webhookId))

import type { KeyRing } from '#db/keys/keys.ts'

/** The one place that secrets of a subscription, present and previous, are sealed for. */
const placeOf = (webhookId: string): string => `webhooks.secret:${webhookId}`

export const sealWebhookSecret = (keys: KeyRing, webhookId: string, secret: string): string => keys.sealSecret(secret, placeOf(webhookId))

/** Throws for a text that was sealed for another subscription. */
export const openWebhookSecret = (keys: KeyRing, webhookId: string, sealed: string): string => keys.openSecret(sealed, placeOf(webhookId))

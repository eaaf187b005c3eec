import type { KeyRing } from '#db/keys/keys.ts'
import type { LockedTarget } from './claims.ts'
import { openWebhookSecret } from './stored-secret.ts'

/**
 * What attempts are signed with at this moment: the previous secret counts until its end.
 * @throws when the sealed text was made for another subscription, or its key is unknown here
 */
export function openSecrets(
  keys: KeyRing,
  webhook: Pick<LockedTarget, 'id' | 'secret' | 'previousSecret' | 'previousSecretExpiresAt'>,
  now: Date,
): { secret: string; previousSecret: string | null } {
  const open = (sealed: string) => openWebhookSecret(keys, webhook.id, sealed)
  const { previousSecret, previousSecretExpiresAt: end } = webhook
  return {
    secret: open(webhook.secret),
    previousSecret: previousSecret !== null && end !== null && end > now ? open(previousSecret) : null,
  }
}

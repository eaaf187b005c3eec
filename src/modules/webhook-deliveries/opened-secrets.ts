import type { KeyRing } from '#db/keys/keys.ts'
import type { LockedTarget } from './claims.ts'
import { type SigningKey, type SigningKeys, signingKey } from './signature.ts'
import { openWebhookSecret } from './stored-secret.ts'

/** Keys that are kept ready, at most: those used first go first. */
const mostReady = 2000

/** By what was sealed, whose id it was sealed for: another secret, or the same sealed anew, is opened anew. */
const ready = new WeakMap<KeyRing, Map<string, SigningKey>>()

/**
 * What attempts are signed with at this moment: the previous secret counts until its end.
 * @throws when the sealed text was made for another subscription, or its key is unknown here
 */
export function openSecrets(
  keys: KeyRing,
  webhook: Pick<LockedTarget, 'id' | 'secret' | 'previousSecret' | 'previousSecretExpiresAt'>,
  now: Date,
): SigningKeys {
  const { id, secret, previousSecret, previousSecretExpiresAt: end } = webhook
  return {
    current: opened(keys, id, secret),
    previous: previousSecret !== null && end !== null && end > now ? opened(keys, id, previousSecret) : null,
  }
}

/** To open and to prepare a secret for each delivery would take a tenth of its time. */
function opened(keys: KeyRing, webhookId: string, sealed: string): SigningKey {
  const own = ready.get(keys) ?? new Map<string, SigningKey>()
  ready.set(keys, own)
  const name = `${webhookId} ${sealed}`
  const known = own.get(name)
  if (known !== undefined) return known
  const key = signingKey(openWebhookSecret(keys, webhookId, sealed))
  if (own.size >= mostReady) own.delete(own.keys().next().value!)
  own.set(name, key)
  return key
}

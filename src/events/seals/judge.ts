import type { KeyRing } from '#db/keys/keys.ts'
import type { Chain } from './chain.ts'
import { entryDigest, personDigest, type WrittenEntry } from './digest.ts'
import { isSameMac, sealMac } from './mac.ts'
import type { Seal, SealedEntry } from './read-part.ts'

/** What is wrong with an entry, or with the seal of it. */
export type Fault = 'changed' | 'removed' | 'seal'

/** Whether a seal was made by the service for this place of this chain, after the seal with that MAC. */
export function isProved(keys: KeyRing, tenantId: string | null, seal: Seal, previous: string): boolean {
  const key = keys.auditKeyOf(seal.keyId)
  return key !== undefined && isSameMac(seal.mac, sealMac(key, seal.keyId, tenantId, seal.sequence, previous, seal))
}

/**
 * Whether an entry is as it was sealed; null for yes. 'seal': the seal itself is no proof where it stands.
 * @param chain as it was read after the entry: what retention was about to remove when the entry was read stands in it
 */
export function faultOf(keys: KeyRing, chain: Chain, { seal, event, erasure }: SealedEntry, previous: string): Fault | null {
  if (!isProved(keys, chain.tenantId, seal, previous)) return 'seal'
  // by retention: below what the log keeps
  if (event === null) return chain.keptFrom !== null && seal.eventId < chain.keptFrom ? null : 'removed'
  // no secret is in it: whoever reads the entry can make it
  if (entryDigest(event) !== seal.digest) return 'changed'
  if (event.personSalt !== null) return isPersonOf(keys, event, seal) ? null : 'changed'
  const left = erasure ?? seal
  const isErasureProved = erasure === null || (erasure.previous !== null && isProved(keys, chain.tenantId, erasure, erasure.previous))
  return isErasureProved && isPersonOf(keys, event, left) ? null : 'changed'
}

/** A salt that is there proves nothing that was sealed without, and the reverse. */
function isPersonOf(keys: KeyRing, event: WrittenEntry, { isErased, keyId, personDigest: sealed }: Seal): boolean {
  const key = keys.auditKeyOf(keyId)
  return key !== undefined && isErased === (event.personSalt === null) && isSameMac(personDigest(event, key), sealed)
}

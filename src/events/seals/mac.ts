import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/** One link of a tenant's chain, without its proof. */
export interface SealBody {
  readonly kind: 'entry' | 'erasure'
  readonly eventId: string
  readonly digest: Buffer
  readonly personDigest: Buffer
  /** Whether the salt was gone when it was made. */
  readonly isErased: boolean
}

/** From where on a chain is proved; see `audit_chains`. */
export interface ChainBase {
  readonly baseSequence: number
  readonly baseMac: Buffer
  readonly keptFrom: string | null
}

/** Keys as OpenSSL takes them: to make one anew costs four times what is done with it. */
const prepared = new WeakMap<Buffer, KeyObject>()

/** HMAC-SHA-256 of a text. */
export function keyedDigest(key: Buffer, text: string): Buffer {
  let known = prepared.get(key)
  if (known === undefined) {
    known = createSecretKey(key)
    prepared.set(key, known)
  }
  return createHmac('sha256', known).update(text).digest()
}

/** Nothing in the parts holds a line break, so no two lists of them make the same text. */
const mac = (key: Buffer, parts: readonly unknown[]) => keyedDigest(key, parts.join('\n'))

const owner = (tenantId: string | null) => tenantId ?? 'platform'

/** The proof of a seal: of what it says, whose it is, its place, and by `previous` of all before it. */
export function sealMac(key: Buffer, kid: string, tenantId: string | null, sequence: number, previous: Buffer, seal: SealBody): Buffer {
  const { kind, eventId, digest, personDigest, isErased } = seal
  const said = [kind, eventId, digest.toString('hex'), personDigest.toString('hex'), isErased]
  return mac(key, ['tenantry audit seal 1', kid, owner(tenantId), sequence, previous.toString('hex'), ...said])
}

/** The proof of where a chain begins, without which whoever cuts off its beginning could say that retention did. */
export function baseProof(key: Buffer, kid: string, tenantId: string | null, base: ChainBase): Buffer {
  const { baseSequence, baseMac, keptFrom } = base
  return mac(key, ['tenantry audit base 1', kid, owner(tenantId), baseSequence, baseMac.toString('hex'), keptFrom ?? 'all'])
}

/** Whether two proofs are the same, in a time that does not tell where they differ. */
export const isSameMac = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

import { timingSafeEqual } from 'node:crypto'
import { keyedDigest } from './hmac.ts'

/**
 * One link of a tenant's chain, without its proof. Digests and MACs are hex throughout: a MAC takes them so, and Node makes it sooner than a
 * buffer.
 */
export interface SealBody {
  readonly kind: 'entry' | 'erasure'
  readonly eventId: string
  readonly digest: string
  readonly personDigest: string
  /** Whether the salt was gone when it was made. */
  readonly isErased: boolean
}

/** From where on a chain is proved; see `audit_chains`. */
export interface ChainBase {
  readonly baseSequence: number
  readonly baseMac: string
  readonly keptFrom: string | null
}

/** Nothing in the parts holds a line break, so no two lists of them make the same text. */
const mac = (key: Buffer, parts: readonly unknown[]) => keyedDigest(key, parts.join('\n'))

const owner = (tenantId: string | null) => tenantId ?? 'platform'

/** The proof of a seal: of what it says, whose it is, its place, and by `previous` of all before it. */
export function sealMac(key: Buffer, kid: string, tenantId: string | null, sequence: number, previous: string, seal: SealBody): string {
  const { kind, eventId, digest, personDigest, isErased } = seal
  const said = [kind, eventId, digest, personDigest, isErased]
  return mac(key, ['tenantry audit seal 1', kid, owner(tenantId), sequence, previous, ...said])
}

/** The proof of where a chain begins, without which whoever cuts off its beginning could say that retention did. */
export function baseProof(key: Buffer, kid: string, tenantId: string | null, base: ChainBase): string {
  const { baseSequence, baseMac, keptFrom } = base
  return mac(key, ['tenantry audit base 1', kid, owner(tenantId), baseSequence, baseMac, keptFrom ?? 'all'])
}

/** Whether two proofs are the same, in a time that does not tell where they differ. */
export const isSameMac = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'))

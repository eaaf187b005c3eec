import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { findChain } from './chain.ts'
import { macAt } from './displaced.ts'

/** The newest seal of a log, to be kept elsewhere: whoever cuts off the end of the log, or makes all of it anew, cannot make that again. */
export interface Checkpoint {
  /** 0 while nothing is sealed. */
  readonly sequence: number
  readonly hash: string
}

/** The place of a seal and its MAC. */
export const checkpointForm = /^(0|[1-9]\d{0,15})-([0-9a-f]{64})$/

const hashOf = (sequence: number, mac: string) => `${sequence}-${mac.padStart(64, '0')}`

/** The newest seal of a log (null: the platform's). */
export async function newestCheckpoint(db: Kysely<Tables>, tenantId: string | null): Promise<Checkpoint> {
  const chain = await findChain(db, tenantId)
  const { sequence, mac } = chain ?? { sequence: 0, mac: '' }
  return { sequence, hash: hashOf(sequence, mac) }
}

/**
 * Whether a log still has the seal that a checkpoint was made of; also when retention removed it since, or it was made before there was
 * any. @param hash of `checkpointForm`
 */
export async function isCheckpointHeld(db: Kysely<Tables>, tenantId: string | null, hash: string): Promise<boolean> {
  const sequence = Number(checkpointForm.exec(hash)![1])
  const chain = await findChain(db, tenantId)
  if (chain === null) return hash === hashOf(0, '')
  if (sequence < chain.baseSequence) return true
  const mac = await macAt(db, chain, sequence)
  return mac !== null && hash === hashOf(sequence, mac)
}

import { nilUuid } from '#core/uuid.ts'
import type { Service } from '#db/rows/context.ts'
import { addedBefore, areAll, idsOfEntries, maxUuid } from './added.ts'
import { type Chain, findChain, isBaseProved } from './chain.ts'
import { entryDigest } from './digest.ts'
import { digestOfOther, entryOfLostSeal, entryWithoutSeal, fitsFurtherOn, macAt } from './displaced.ts'
import { faultOf } from './judge.ts'
import { readPart, type SealedEntry } from './read-part.ts'

/** The first thing in a log that is not as it was sealed. `entryId` is null where nothing is left to tell which entry it was. */
export interface Break {
  readonly entryId: string | null
  readonly kind: 'changed' | 'removed' | 'reordered'
}

export interface Verification {
  /** Seals of entries that were looked at, and how many of these entries were of people since erased. */
  readonly checked: number
  readonly erased: number
  readonly firstBreak: Break | null
  /** Where to go on; null at the end of the chain, or at a break. */
  readonly nextSequence: number | null
}

export interface VerifyOptions {
  /** The first seal to look at; from where the chain begins unless given. */
  readonly fromSequence?: number
  /** Seals to look at, at most. */
  readonly most: number
  /** Whether nobody waits for the answer any more; then the rest is left. */
  readonly isGone?: () => boolean
}

/** Milliseconds on the one connection that embedded all share; nobody waits for it. */
const partSize = 500

/**
 * Proves a log against its seals, from one seal to the end or to the bound, in short statements between which others go first. What is
 * erased, and what its tenant no longer keeps, is as it should be. @throws what the database throws
 */
export async function verifyLog(service: Service, tenantId: string | null, options: VerifyOptions): Promise<Verification> {
  const db = service.database.kysely
  const chain = await findChain(db, tenantId)
  const nothing = { checked: 0, erased: 0, nextSequence: null }
  if (chain !== null && !isBaseProved(service.keys, chain)) return { ...nothing, firstBreak: { entryId: null, kind: 'changed' } }
  const lost = (options.fromSequence ?? 1) === 1 ? await entryWithoutSeal(db, tenantId, chain) : null
  if (lost !== null) return { ...nothing, firstBreak: { entryId: lost, kind: 'removed' } }
  if (chain === null) {
    const added = (await addedBefore(db, { id: 0, tenantId }, nilUuid, [maxUuid])).get(maxUuid)
    return { ...nothing, firstBreak: added === undefined ? null : { entryId: added, kind: 'removed' } }
  }
  const from = Math.max(chain.baseSequence, (options.fromSequence ?? 1) - 1)
  if (from > chain.sequence) return { ...nothing, firstBreak: null }
  const mac = await macAt(db, chain, from)
  if (mac === null) return { ...nothing, firstBreak: { entryId: null, kind: 'removed' } }
  return await new Walk(service, chain, from, mac).run(options)
}

/** A part that the database reads, and the chain as it was before that began. */
interface Ahead {
  readonly before: Chain
  readonly part: Promise<readonly SealedEntry[]>
}

/** One pass over a chain. */
class Walk {
  readonly #service: Service
  #chain: Chain
  /** The last seal that is proved, and its MAC. */
  #at: number
  #mac: string
  /** The newest entry that the part before sealed. */
  #newest = nilUuid
  #checked = 0
  #erased = 0

  constructor(service: Service, chain: Chain, at: number, mac: string) {
    this.#service = service
    this.#chain = chain
    this.#at = at
    this.#mac = mac
  }

  async run({ most, isGone }: VerifyOptions): Promise<Verification> {
    const { database, keys } = this.#service
    let ahead: Ahead | null = null
    for (let left = most; ; ) {
      if (isGone?.() || (left === 0 && this.#at < this.#chain.sequence)) return this.#end(null, this.#at + 1)
      if (left === 0) return this.#end(await this.#addedAtEnd())
      const size = Math.min(partSize, left)
      const asked: Ahead = ahead ?? this.#read(this.#at, size)
      const part = await asked.part
      left -= part.length
      const isLast = part.length < size
      // the database reads the next part while this one is judged: it was asked before the chain was, whose answer is waited for
      ahead = isLast || left === 0 ? null : this.#read(part.at(-1)!.seal.sequence, Math.min(partSize, left))
      // behind the part: what retention was about to remove when that was read stands in it
      const ids = idsOfEntries(part)
      const [chain, isAll] = await Promise.all([
        findChain(database.kysely, this.#chain.tenantId),
        areAll(database.kysely, this.#chain, this.#newest, ids),
      ])
      this.#chain = chain ?? this.#chain
      if (this.#chain.baseSequence > this.#at) {
        // retention went by
        if (!isBaseProved(keys, this.#chain)) return this.#end({ entryId: null, kind: 'changed' })
        this.#at = this.#chain.baseSequence
        this.#mac = this.#chain.baseMac
        left += part.length
        ahead = null
        continue
      }
      const added = isAll ? null : await addedBefore(database.kysely, this.#chain, this.#newest, ids)
      for (const entry of part) {
        const found = addedAt(added, entry, this.#at) ?? (await this.#step(entry, left + part.length))
        if (found) return this.#end(found)
      }
      this.#newest = ids.at(-1) ?? this.#newest
      if (isLast) return this.#end((await this.#endOf(asked.before)) ?? (await this.#addedAtEnd()))
      await database.giveWay()
    }
  }

  #read(after: number, size: number): Ahead {
    const before = this.#chain
    const part = readPart(this.#service.database.kysely, before.id, after, size)
    // of one that nobody asks for any more
    part.catch(() => {})
    return { before, part }
  }

  async #step(entry: SealedEntry, left: number): Promise<Break | null> {
    const { seal, event } = entry
    const db = this.#service.database.kysely
    if (seal.sequence !== this.#at + 1) {
      return { entryId: await entryOfLostSeal(db, this.#chain, this.#at, seal.sequence), kind: 'removed' }
    }
    const fault = faultOf(this.#service.keys, this.#chain, entry, this.#mac)
    if (fault === 'removed') return { entryId: seal.eventId, kind: 'removed' }
    if (fault === 'seal') {
      const isDisplaced = await fitsFurtherOn(this.#service, this.#chain, this.#at, this.#mac, left)
      return { entryId: seal.eventId, kind: isDisplaced ? 'reordered' : 'changed' }
    }
    if (fault === 'changed') {
      const isDisplaced = event !== null && (await digestOfOther(db, this.#chain, seal, entryDigest(event), left))
      return { entryId: seal.eventId, kind: isDisplaced ? 'reordered' : 'changed' }
    }
    this.#at = seal.sequence
    this.#mac = seal.mac
    if (seal.kind === 'entry') this.#checked++
    if (seal.kind === 'entry' && event !== null && event.personSalt === null) this.#erased++
    return null
  }

  /** Past the last seal: the chain as it was before that was read went no further, and ended with the same MAC. */
  async #endOf(before: Chain): Promise<Break | null> {
    if (this.#at < before.sequence) {
      return { entryId: await entryOfLostSeal(this.#service.database.kysely, before, this.#at, null), kind: 'removed' }
    }
    const isSameEnd = this.#at > before.sequence || this.#mac === before.mac
    return isSameEnd ? null : { entryId: null, kind: 'changed' }
  }

  /** An entry without a seal that stands behind all that have one. */
  async #addedAtEnd(): Promise<Break | null> {
    const added = await addedBefore(this.#service.database.kysely, this.#chain, this.#newest, [maxUuid])
    const entryId = added.get(maxUuid)
    return entryId === undefined ? null : { entryId, kind: 'removed' }
  }

  #end(firstBreak: Break | null, nextSequence: number | null = null): Verification {
    return { checked: this.#checked, erased: this.#erased, firstBreak, nextSequence }
  }
}

/** The entry that somebody put before the one that is sealed after `at`. */
function addedAt(added: ReadonlyMap<string, string> | null, { seal }: SealedEntry, at: number): Break | null {
  // where a seal is gone before it, that is told of
  const entryId = seal.kind === 'entry' && seal.sequence === at + 1 ? added?.get(seal.eventId) : undefined
  return entryId === undefined ? null : { entryId, kind: 'removed' }
}

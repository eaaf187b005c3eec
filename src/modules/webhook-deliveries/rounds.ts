import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { findTargets, noId, type Target } from './claims.ts'
import type { Places } from './places.ts'

/**
 * Subscriptions that one look finds at most: for each free place two, so that several tenants of many are among them and there is something for
 * every place.
 */
const mostFound = (free: number) => Math.min(Math.max(2 * free, 20), 100)

/** What a look found, and whom of it there are places for. */
interface Turn {
  readonly chosen: readonly Target[]
  /** Somebody has something due for which there is no place among those that were chosen. */
  readonly isLeft: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** Goes from subscription to subscription in the order of their ids, round and round, so that everybody who has something due is looked at. */
export class Rounds {
  readonly #places: Places
  /** The last subscription that was looked at: the next look goes on behind it. */
  #cursor = noId
  /** Claimed since the round began. */
  #claimed = 0

  constructor(places: Places) {
    this.#places = places
  }

  /** Looks for whoever has something due now, and chooses among them. */
  async next(db: Kysely<Tables>, now: Date): Promise<Turn> {
    const from = this.#cursor
    if (from === noId) this.#claimed = 0
    const most = mostFound(this.#places.free)
    const { found, stoppedAt } = await findTargets(db, from, this.#places.passed(), most, now)
    const next = found.length < most ? stoppedAt : found.at(-1)!.id
    const isLast = next === null
    this.#cursor = next ?? noId
    return { ...this.#places.choose(found), isFirst: from === noId, isLast }
  }

  /**
   * @param claimed how many deliveries came of that turn
   * @returns whether nobody has anything due that was not looked at. Never false twice around with nothing claimed between, but where somebody
   * is left: on the embedded database nothing else would come to its turn.
   */
  isOver({ isFirst, isLast, isLeft }: Turn, claimed: number): boolean {
    this.#claimed += claimed
    return isLast && !isLeft && (isFirst || this.#claimed === 0)
  }
}

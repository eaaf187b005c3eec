import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Longer than lies between two statements of somebody who is at work, of whom a sign-in has a dozen. */
const quietMs = 3
/** Who never ends must not keep large work from going on. */
const longestMs = 100

/**
 * Lets others go first on the one connection of the embedded database, for large work to call between two of its transactions: a turn for
 * one statement is not enough, for whoever signs in would wait for a whole transaction before each of a dozen.
 * @returns what resolves when nobody has taken the connection for a moment (3 ms), or after 100 ms
 */
export function givingWay(pool: pg.Pool, { quiet, longest } = { quiet: quietMs, longest: longestMs }): () => Promise<void> {
  let taken = 0
  pool.on('acquire', () => {
    taken++
  })
  const isBusy = () => pool.waitingCount > 0 || pool.totalCount > pool.idleCount
  return async () => {
    const endMs = performance.now() + longest
    for (let before = -1; (before !== taken || isBusy()) && performance.now() < endMs; ) {
      before = taken
      await sleep(quiet)
    }
  }
}

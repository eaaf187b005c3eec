import { type Kysely, sql, type Transaction } from 'kysely'
import { Turns } from '#core/turns.ts'
import { errorCode } from './database-errors.ts'
import type { Tables } from './tables.ts'

/** How long one that waits apart may wait for one lock; past it the answer is 503. */
const lockTimeoutMs = 2000
/** And how long before that, without a connection, until others that wait for the same are through. */
const turnTimeoutMs = 2000
/** While one works the other stands in the server's own queue, so that the lock never lies idle. */
const perLock = 2

/**
 * Keeps those who wait for a lock from holding the connections that others need. A transaction waits for a lock on its connection
 * for a moment only (`briefLockTimeoutMs` of postgres.ts). One that has waited longer is rolled back and run again among those
 * that wait: two connections for each lock, and `width` for all locks together. So the writers of a stuck tenant, however many,
 * leave the rest of the pool to sign-ins and to other tenants.
 */
export class LockWaits {
  readonly #turns: Turns

  /** @param width how many connections those who wait may hold together */
  constructor(width: number) {
    this.#turns = new Turns(width, perLock)
  }

  /** Runs `work` in a transaction, and once more when it met a held lock. @throws 55P03 when that is held for too long */
  async transaction<T>(kysely: Kysely<Tables>, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    try {
      return await kysely.transaction().execute(work)
    } catch (error) {
      if (!isLocked(error)) throw error
      return await this.apart(error, () =>
        kysely.transaction().execute(async (tx) => {
          await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
          return await work(tx)
        }),
      )
    }
  }

  /** Runs `work`, which met the lock that `error` tells of, in its turn. @throws `error` when there is none in time */
  apart<T>(error: unknown, work: () => Promise<T>): Promise<T> {
    return this.#turns.take(lockOf(error), turnTimeoutMs, work, () => error)
  }
}

export const isLocked = (error: unknown) => errorCode(error) === '55P03'

/** A row as the server names it, `while locking tuple (0,5) in relation "tenants"`; tables and advisory locks it does not name. */
function lockOf(error: unknown): string {
  const { where } = error as { where?: unknown }
  return typeof where === 'string' ? (where.split('\n', 1)[0] as string) : 'unnamed'
}

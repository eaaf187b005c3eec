import { performance } from 'node:perf_hooks'
import type { Kysely, Transaction } from 'kysely'
import { Counter, gauge, Histogram, type Measures } from '#core/measures.ts'
import { KeyedSemaphore } from '#core/turns/keyed-semaphore.ts'
import { isLockTimeout } from '#db/database-errors.ts'
import type { Tables } from '#db/tables.ts'

/** How long one waits apart, without a connection, for its turn; then `lock_timeout` of postgres.ts holds. Past both: 503. */
const turnTimeoutMs = 2000
/** While one works the other stands in the server's own queue, so that the lock never lies idle. */
const perLock = 2

/**
 * Keeps those who wait for a lock from holding the connections that others need. Only a transaction that has one of a few turns
 * waits on its connection for as long as `lock_timeout` allows. The first to come take some of them, so that where little waits
 * nothing changes. One without a turn that waits for more than a moment is rolled back, and run again when it has one: two for each
 * lock. So the writers of a stuck tenant, however many, leave connections to sign-ins and to other tenants.
 */
export class LockWaits {
  readonly #turns: KeyedSemaphore
  readonly #unasked: number
  readonly #ends = new Counter<{ outcome: 'served' | 'gave_up' }>(
    'Transactions and reads that met a lock of another and waited for it apart, by whether their turn came',
    { outcome: ['served', 'gave_up'] },
  )
  readonly #waits = new Histogram('Time that those who met a lock waited for their turn to wait for it on a connection')

  /** @param connections how many the pool has; a bit more than half of them may wait at once */
  constructor(connections: number) {
    this.#turns = new KeyedSemaphore(Math.ceil(connections * 0.6), perLock)
    this.#unasked = Math.floor(connections * 0.3)
  }

  measures(): Measures {
    return {
      tenantry_lock_waits_total: this.#ends,
      tenantry_lock_wait_seconds: this.#waits,
      tenantry_lock_waiting: gauge('Those who met a lock and wait apart for their turn', () => this.#turns.waiting),
    }
  }

  /** Runs `work` in a transaction, and once more when it met a held lock. @throws 55P03 when that is held for too long */
  async transaction<T>(kysely: Kysely<Tables>, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const patient = () => kysely.transaction().execute(work)
    const begun = this.#turns.takeFree('', this.#unasked, patient)
    if (begun !== null) return await begun
    try {
      // begins as postgres.ts says, with a `lock_timeout` of 150 ms
      return await kysely.transaction().setAccessMode('read write').execute(work)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      return await this.apart(error, patient)
    }
  }

  /** Runs `work`, which met the lock that `error` tells of, in its turn. @throws `error` when there is none in time */
  apart<T>(error: unknown, work: () => Promise<T>): Promise<T> {
    const startMs = performance.now()
    const begun = () => {
      this.#waits.observe((performance.now() - startMs) / 1000)
      this.#ends.add({ outcome: 'served' })
      return work()
    }
    return this.#turns.take(lockOf(error), turnTimeoutMs, begun, () => {
      this.#ends.add({ outcome: 'gave_up' })
      return error
    })
  }
}

/**
 * A row as the server names it, `while locking tuple (0,5) in relation "tenants"`, or a place in line as `stand_in_line` does; tables it
 * does not name.
 */
function lockOf(error: unknown): string {
  const { detail, where } = error as { detail?: unknown; where?: unknown }
  if (typeof detail === 'string') return detail
  return typeof where === 'string' ? (where.split('\n', 1)[0] as string) : 'unnamed'
}

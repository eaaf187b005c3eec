import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { machineTimeMs } from '#core/clock.ts'
import { uuidv7 } from '#core/uuid.ts'
import { within } from '#core/within.ts'
import { backoffMs, pause } from '#db/backoff.ts'
import type { Database } from '#db/database.ts'
import { rowInsert } from '#db/rows/insert-rows.ts'
import type { Tables } from '#db/tables.ts'
import {
  type Revocation,
  type RevocationBatch,
  RevocationReader,
  type RevocationTopic,
  revocationChannel,
  revocationRetentionMs,
} from './revocation-reader.ts'

export type { Revocation, RevocationBatch, RevocationTopic } from './revocation-reader.ts'

/** How long a process may answer from its caches without a good read of the log. */
const freshForMs = 1000

/** How long the answer of a change waits for it to hold here; caches that have not heard of it by then are not asked. */
const applyWithinMs = 2000

/** What `revoke` needs of a context. */
interface RevokingContext {
  readonly service: { readonly database: Pick<Database, 'kind'> }
  readonly db: Kysely<Tables>
  readonly inTransaction: boolean
  readonly now: Date
  readonly revoked: Revocation[]
}

/**
 * Says, in the transaction of the change, that something was taken from live tokens, or that caches must read it again.
 * `subject` is the id of the session, account, role, group or tenant; null for all of them.
 * @throws Error outside a transaction: the change could be seen without its revocation.
 */
export const revoke = (ctx: RevokingContext, topic: RevocationTopic, subject: string | null) => revokeMany(ctx, topic, [subject])

/** Says of many subjects, in the transaction of the change and in one statement, that something was taken or must be read again. */
export async function revokeMany(ctx: RevokingContext, topic: RevocationTopic, subjects: readonly (string | null)[]): Promise<void> {
  if (!ctx.inTransaction) throw new Error(`the revocation of ${topic} must be in the transaction of its change`)
  const revocations = subjects.map((subject) => ({ topic, subject }))
  ctx.revoked.push(...revocations)
  // nobody but this process can have the embedded database open
  if (ctx.service.database.kind === 'postgres') await writeRevocations(ctx.db, ctx.now, revocations)
}

const insertRevocations = rowInsert('revocations', { id: 'uuid', at: 'timestamptz', topic: 'text', subject: 'uuid' })

/** Appends rows to the log, for a change that is made without a context; to be followed by `LiveLog.committed`. */
export async function writeRevocations(db: Kysely<Tables>, now: Date, revocations: readonly Revocation[]): Promise<void> {
  await insertRevocations(
    db,
    revocations.map(({ topic, subject }) => ({ id: uuidv7(now), at: now, topic, subject })),
  )
}

/** Deletes what is older than the retention of an hour; returns how many rows. For the cleaning job. */
export async function deleteOldRevocations(db: Kysely<Tables>, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('revocations')
    .where('at', '<', new Date(now.getTime() - revocationRetentionMs))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/**
 * Deletes what a restored dump brought from another cluster: what can be seen here and claims a transaction that has not begun here. No
 * row of ours ever does, so it may be run at any time, by several processes and beside others that write.
 */
async function deleteForeignRevocations(db: Kysely<Tables>): Promise<void> {
  await sql`delete from revocations where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db)
}

type Apply = (batch: RevocationBatch) => void | Promise<void>

/**
 * Keeps the caches of this process true: what is taken away here holds before the caller is answered, what is taken away by
 * another process within a second, and when neither can be confirmed, `isFresh` says so. Never a stale yes.
 */
export class LiveLog {
  readonly #database: Database
  readonly #log: Pick<Logger, 'info' | 'warn'>
  readonly #subscribers: Apply[] = []
  readonly #reader: RevocationReader | null
  readonly #stopped = new AbortController()
  #unlisten: (() => Promise<void>) | null = null
  #epoch = 0
  #lastGood: { monotonicMs: number; machineMs: number } | null = null
  /** What waits to be applied, and whoever waits for it. */
  #pending: { batch: RevocationBatch; done: PromiseWithResolvers<boolean> } | null = null
  #applying: Promise<void> | null = null
  #isBroken: boolean = false
  /** Changes that were answered before the caches heard of them. */
  #late = 0

  constructor(database: Database, log: Pick<Logger, 'info' | 'warn'>) {
    this.#database = database
    this.#log = log
    this.#reader =
      database.kind === 'embedded'
        ? null
        : new RevocationReader({
            database,
            log,
            apply: (batch) => this.#enqueue(batch),
            done: (startedMs) => this.#readSince(startedMs),
          })
  }

  /**
   * Has `apply` told of every revocation, one batch at a time, in the order of subscription: what others are built from first
   * (tree, settings, then sessions). The same revocation may come twice. One that throws is asked to flush until it succeeds.
   */
  subscribe(apply: Apply): void {
    this.#subscribers.push(apply)
  }

  /**
   * Applies here what was just committed, then wakes the other processes. Resolves when it holds on this process: when the caches
   * have heard of it, or after two seconds, from when on none of them is asked until they have.
   */
  async committed(revocations: readonly Revocation[]): Promise<void> {
    if (revocations.length === 0) return
    const applied = this.#enqueue(revocations)
    if (this.#reader) this.#database.notify(revocationChannel)
    let isLate = true
    const heard = applied.then(() => {
      isLate = false
    })
    await within(applyWithinMs, heard)
    if (!isLate) return
    this.#late++
    void heard.then(() => this.#late--)
  }

  /** Moves whenever something is applied: what was read while it moved must not be kept. */
  get epoch(): number {
    return this.#epoch
  }

  /** Whether caches may answer: nothing that was committed more than a second ago, by anybody, is unknown here. */
  isFresh(): boolean {
    if (this.#isBroken || this.#late > 0) return false
    if (!this.#reader) return true
    const last = this.#lastGood
    // the monotonic clock stands still while the machine sleeps, the other one may be turned back
    return last !== null && performance.now() - last.monotonicMs <= freshForMs && machineTimeMs() - last.machineMs <= freshForMs
  }

  /** Seconds since the last good read of the log began; 0 where nobody else writes it. */
  lagSeconds(): number {
    return this.#reader && this.#lastGood ? (performance.now() - this.#lastGood.monotonicMs) / 1000 : 0
  }

  /** Begins to read what other processes log. Resolves after the first good read; caches loaded before it are read again. */
  async start(): Promise<void> {
    if (!this.#reader) return
    const reader = this.#reader
    await deleteForeignRevocations(this.#database.kysely)
    void this.#database
      .listen(revocationChannel, () => reader.wake())
      .then(async (unlisten) => {
        this.#unlisten = unlisten
        if (this.#stopped.signal.aborted) await unlisten()
      })
      .catch((err) => this.#log.warn({ err }, 'revocations are found by polling only'))
    await reader.start()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#unlisten?.()
    await this.#reader?.stop()
    await this.#applying
  }

  #readSince(startedMs: number): void {
    const age = performance.now() - startedMs
    this.#lastGood = { monotonicMs: startedMs, machineMs: machineTimeMs() - age }
  }

  /** One application at a time: of two reads of the same record the later one must stay. What waits meanwhile is one batch. */
  #enqueue(batch: RevocationBatch): Promise<boolean> {
    this.#epoch++
    const whole = batch === 'flush' || batch.some(({ topic }) => topic === 'all') ? 'flush' : batch
    const pending = this.#pending
    if (!pending) this.#pending = { batch: whole, done: Promise.withResolvers() }
    else pending.batch = pending.batch === 'flush' || whole === 'flush' ? 'flush' : [...pending.batch, ...whole]
    const { promise } = this.#pending!.done
    this.#applying ??= this.#applyPending()
    return promise
  }

  async #applyPending(): Promise<void> {
    // from here on `#applying` is set, even if nothing below waits
    await null
    for (let attempt = 0; this.#pending && !this.#stopped.signal.aborted; ) {
      const { batch, done } = this.#pending
      this.#pending = null
      try {
        for (const apply of this.#subscribers) await apply(this.#isBroken ? 'flush' : batch)
        this.#isBroken = false
        attempt = 0
        done.resolve(true)
      } catch (err) {
        // not fresh until a flush succeeds, so that what could not be applied still holds
        this.#isBroken = true
        this.#log.warn({ err }, 'applying revocations failed')
        done.resolve(false)
        await pause(backoffMs(attempt++, 50, 1000), this.#stopped.signal)
        this.#pending ??= { batch: 'flush', done: Promise.withResolvers() }
      }
    }
    this.#pending?.done.resolve(false)
    this.#applying = null
  }
}

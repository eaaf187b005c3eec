import { performance } from 'node:perf_hooks'
import type { QueryConfig } from 'pg'
import type { Logger } from 'pino'
import { backoffMs, pause } from '#db/backoff.ts'
import type { Database, Session } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'

export type RevocationTopic = Tables['revocations']['topic']

/** One thing that live tokens lost, or that caches must read again; null for all of its kind. */
export interface Revocation {
  readonly topic: RevocationTopic
  readonly subject: string | null
}

/** What caches are told: what changed, or that anything may have. */
export type RevocationBatch = readonly Revocation[] | 'flush'

export const revocationChannel = 'revocations'

/** How long rows are kept. A reader that was away for longer than half of it can't know what it missed. */
export const revocationRetentionMs = 3_600_000

const intervalMs = 500
/** A read that takes longer is given up with its connection: on a dead network nobody else would. */
const answerTimeoutMs = 2000
/** More than this at once, and it is cheaper to read everything again. */
const mostRows = 5000

/**
 * `xid >=` the oldest transaction that was still running at the last read, and that of now, from one snapshot: a row that is
 * committed late is in the next window, whatever its time or id (an overlap in time lost 4 of 24 of them). `xid <` the first transaction
 * that had not begun: what lies behind it came with a dump from another cluster, and would be in every window.
 */
const statement = `select s.xmin, s.at, s."isStandby", r.id, r.topic, r.subject
  from (select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, clock_timestamp() as at, pg_is_in_recovery() as "isStandby") s
  left join lateral (select id, topic, subject from revocations
    where xid >= $1::xid8 and xid < pg_snapshot_xmax(pg_current_snapshot()) limit ${mostRows + 1}) r on true`

interface Row {
  xmin: string
  at: Date
  isStandby: boolean
  id: string | null
  topic: RevocationTopic
  subject: string | null
}

interface Options {
  database: Pick<Database, 'session'>
  log: Pick<Logger, 'info' | 'warn'>
  /** Applies a batch; false when that failed, so that the same rows are read again. */
  apply(batch: RevocationBatch): Promise<boolean>
  /** Called after each read whose rows are applied, with the `performance.now()` at which it began. */
  done(startedMs: number): void
}

/**
 * Reads the revocations of all processes, in the order in which they become visible, every 500 ms or when woken, on a connection
 * of its own that comes back by itself. The first read, and one after which something may have been missed, asks for a flush.
 */
export class RevocationReader {
  readonly #options: Options
  readonly #firstRead = Promise.withResolvers<void>()
  #running: Promise<void> | null = null
  #isStopped: boolean = false
  #turn = new AbortController()
  #last: { xmin: bigint; at: Date } | null = null
  /** Rows of the last window: they are in this one too and need no second application. */
  #seen = new Set<string>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Resolves after the first good read. */
  async start(): Promise<void> {
    this.#running ??= this.#keepReading()
    await this.#firstRead.promise
  }

  /** Has the next read happen now. */
  wake(): void {
    this.#turn.abort()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#turn.abort()
    this.#firstRead.resolve()
    await this.#running
  }

  async #keepReading(): Promise<void> {
    for (let attempt = 0; !this.#isStopped; attempt++) {
      try {
        await this.#options.database.session(async (session) => {
          while (!this.#isStopped) {
            // a call that comes during the read cuts short the pause after it
            this.#turn = new AbortController()
            const startedMs = performance.now()
            await this.#read(session, startedMs)
            attempt = 0
            await pause(Math.max(0, startedMs + intervalMs - performance.now()), this.#turn.signal)
          }
        })
      } catch (err) {
        if (attempt === 0 && !this.#isStopped) this.#options.log.warn({ err }, 'reading the revocations failed')
        this.#turn = new AbortController()
        if (!this.#isStopped) await pause(backoffMs(attempt, 50, 500), this.#turn.signal)
      }
    }
  }

  async #read(session: Session, startedMs: number): Promise<void> {
    const query = { text: statement, values: [this.#last?.xmin.toString() ?? null], query_timeout: answerTimeoutMs }
    const { rows } = await session.query<Row>(query as QueryConfig)
    // it may lag behind; the next connection is looked for elsewhere
    if (rows[0]!.isStandby) throw new Error('the server is a standby, which can not know of the last revocations')
    const window = { xmin: BigInt(rows[0]!.xmin), at: rows[0]!.at }
    const found = rows.filter((row) => row.id !== null)
    const batch = this.#hasGap(window) || found.length > mostRows ? 'flush' : found.filter((row) => !this.#seen.has(row.id!))
    if (batch.length > 0 && !(await this.#options.apply(batch))) return
    this.#last = window
    this.#seen = new Set(found.map((row) => row.id!))
    this.#options.done(startedMs)
    this.#firstRead.resolve()
  }

  /** Backwards: the database was replaced by an older one. */
  #hasGap({ xmin, at }: { xmin: bigint; at: Date }): boolean {
    const last = this.#last
    return last === null || xmin < last.xmin || at.getTime() - last.at.getTime() > revocationRetentionMs / 2
  }
}

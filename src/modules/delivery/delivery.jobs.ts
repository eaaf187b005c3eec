import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import { after, minutesMs } from '#core/clock.ts'
import { type CrashLabel, crashPoint } from '#core/crash-points.ts'
import { failureName, traced } from '#core/tracing.ts'
import { backoffMs, pause } from '#db/backoff.ts'
import { isPassing } from '#db/database-errors.ts'
import type { Service } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { type JobKind, JobPostponed, JobRefused, type JobRun } from '#jobs/job.ts'
import type { Attempt, Failure, OutgoingTable, Queued, Sent, Waiting } from '#jobs/outgoing-records.ts'
import { giveUpExpired, markFailed, noteError, outgoingJobKinds } from '#jobs/outgoing-records.ts'
import { putOffWhileAway } from '#jobs/put-off.ts'
import type { DeliveryOutcome, Transport } from '#outside/delivery.ts'
import type { DeliveryState } from './delivery-state.ts'
import { type Flow, HandOverPlaces } from './hand-over-places.ts'
import { type AttemptRecords, attemptRecords } from './records.ts'
import { UnwritableMessage } from './unwritable-message.ts'

/** One way in which queued rows leave the service. */
export interface Delivery<T extends OutgoingTable, Message> {
  readonly table: T
  /** In traces and crash points. */
  readonly name: 'mail' | 'text'
  /** The id of the row, from the payload of a job; null for a payload that names none. */
  readonly idOf: (payload: unknown) => string | null
  /** @throws UnwritableMessage; another error where it may be written later */
  readonly compose: (service: Service, row: Queued<T>) => Message | Promise<Message>
  /** Whether it may leave now. 'ended' where it never will, which is recorded; else how long to wait, or null to go on. */
  readonly hold?: (service: Service, waiting: Waiting<T>) => Promise<{ readonly waitMs: number } | 'ended' | null>
  /** Why it must not leave after all, asked of each attempt before it is made; null to go on. */
  readonly barred?: (service: Service, row: Queued<T>) => Promise<Failure | null>
  /** What else follows from a message that is refused for ever, in the transaction that records it. */
  readonly refused?: (
    db: Kysely<Tables>,
    service: Service,
    row: Queued<T>,
    outcome: DeliveryOutcome & { kind: 'permanent' },
  ) => Promise<void>
  /** What its row keeps of a message that was handed over. */
  readonly keptOf?: (message: Message) => Omit<Sent, 'providerMessageId'>
  /** How often somebody is asked to take it, those times left out at which there was nobody to ask; null: as long as it holds. */
  readonly mostAttempts: number | null
  /** Longer than the whole of an attempt may take. */
  readonly maxSeconds: number
  /** Pauses after what may pass, in milliseconds: doubled from the first to the longest; `away`: while there is nobody to hand anything to. */
  readonly pauses: { readonly firstMs: number; readonly longestMs: number; readonly awayMs: number | null }
}

/** Nobody is made to wait longer by a relay that asks for it. */
const longestRetryAfterMs = minutesMs(60)

/**
 * Sends queued rows, outside any transaction. At least once: a crash between handing over and recording sends the message again under the
 * same id. What is not taken is tried again until it has expired, or was tried as often as it may be.
 */
export function deliveryJob<T extends OutgoingTable, M>(
  delivery: Delivery<T, M>,
  transport: Transport<M>,
  state: DeliveryState,
  { kind, concurrency, flow }: { kind: string; concurrency: number; flow: Flow } = {
    ...{ kind: outgoingJobKinds[delivery.table], concurrency: 5, flow: { ahead: 0, unrecorded: 0 } },
  },
): JobKind {
  const { table, name } = delivery
  const places = new HandOverPlaces(concurrency, flow)
  const opened = new WeakMap<Service, AttemptRecords<T>>()
  const recordsOf = (service: Service): AttemptRecords<T> => {
    const records = opened.get(service) ?? attemptRecords(service, table, (count) => places.isEnough(count))
    opened.set(service, records)
    return records
  }
  return {
    kind,
    // those that wait for a slow relay hold up their like only: other kinds have places of their own
    concurrency,
    ahead: () => places.ahead,
    // renewed while a slow relay is spoken to; a code of a process that died must not wait for long
    leaseSeconds: 10,
    maxSeconds: delivery.maxSeconds,
    run: (job, service) => putOffWhileAway(job, () => deliver(job, service)),
  }

  async function deliver(job: JobRun, service: Service): Promise<void> {
    const id = delivery.idOf(job.payload)
    if (id === null) throw new JobRefused(`the payload names no ${name}`)
    const records = recordsOf(service)
    const waiting = await records.look(id)
    if (waiting === null) return
    const held = await delivery.hold?.(service, waiting)
    if (held === 'ended') return
    if (waiting.expiresAt <= service.clock.now()) {
      // asked again there: whoever held it may have given it more time
      const expired = await giveUpExpired(service.database.kysely, table, id, service.clock.now())
      // what was held is nobody's fault out there
      if (expired !== null) return held ? undefined : state.gaveUp(expired, service.clock.now())
    }
    if (held) throw new JobPostponed(`the ${name} is held`, held.waitMs, false)
    const turn = state.ask(service.clock.now())
    if (turn !== 'try') throw new JobPostponed(`there is nobody to hand a ${name} to`, turn.waitMs, false)
    let outcome: DeliveryOutcome | null = null
    try {
      const attempt = { id, token: randomUUID() }
      const row = await begin(records, attempt)
      if (row === null) return
      const barred = await delivery.barred?.(service, row)
      if (barred) return await markFailed(service.database.kysely, table, id, barred, service.clock.now())
      const message = await write(delivery, service, row, job)
      if (message === null) return
      if (!(await places.take(job.signal))) {
        await records.takeBack(attempt)
        job.signal.throwIfAborted()
        throw new JobPostponed('those before it took too long', 0, false)
      }
      const start = performance.now()
      let tookMs = Number.POSITIVE_INFINITY
      try {
        try {
          outcome = await hand(name, transport, message, job)
          tookMs = performance.now() - start
        } finally {
          places.leave(tookMs)
        }
        if (outcome !== null && (await record(delivery, service, records, { row, message, outcome, signal: job.signal })) === 'given up')
          state.gaveUp((outcome as DeliveryOutcome & { kind: 'temporary' }).error, service.clock.now())
      } finally {
        places.recorded()
      }
    } finally {
      state.tried(outcome, service.clock.now())
    }
    // nobody knows whether it was taken; whoever holds the job next sends it
    if (outcome === null) throw job.signal.reason
  }
}

/** So soon after a look at it a job is surely still held. */
const soonMs = 3000

/** Once more where nobody said whether the attempt was counted: an attempt that was, and is not made, would be missing in the end. */
async function begin<T extends OutgoingTable>(records: AttemptRecords<T>, attempt: Attempt): Promise<Queued<T> | null> {
  const start = performance.now()
  try {
    return await records.begin(attempt)
  } catch (error) {
    if (!isPassing(error) || performance.now() - start > soonMs) throw error
    return await records.begin(attempt)
  }
}

/** @returns null when it can never be written, which is recorded. @throws what may pass */
async function write<T extends OutgoingTable, M>(
  delivery: Delivery<T, M>,
  service: Service,
  row: Queued<T>,
  job: JobRun,
): Promise<M | null> {
  try {
    return await delivery.compose(service, row)
  } catch (error) {
    if (isPassing(error) || (!(error instanceof UnwritableMessage) && job.attempt < job.maxAttempts)) throw error
    const failure = { error: (error as Error).message, code: 'unwritable' } as const
    await markFailed(service.database.kysely, delivery.table, row.id, failure, service.clock.now())
    return null
  }
}

/** @returns null when the job was interrupted before anybody said what became of the message */
async function hand<M>(name: 'mail' | 'text', transport: Transport<M>, message: M, job: JobRun): Promise<DeliveryOutcome | null> {
  crashPoint(`${name}.before-send` satisfies CrashLabel)
  const outcome = await traced(
    { name: `send ${name}`, kind: 'client', attributes: { [`tenantry.${name}.transport`]: transport.name } },
    async (span) => {
      const outcome = await transport.send(message, job.signal)
      span?.set({ [`tenantry.${name}.outcome`]: outcome.kind })
      return outcome
    },
    failureName,
  )
  crashPoint(`${name}.after-send` satisfies CrashLabel)
  return outcome.kind === 'temporary' && job.signal.aborted ? null : outcome
}

/** @throws JobPostponed for what is tried again */
async function record<T extends OutgoingTable, M>(
  { table, keptOf, pauses, refused, mostAttempts }: Delivery<T, M>,
  service: Service,
  records: AttemptRecords<T>,
  { row, message, outcome, signal }: { row: Queued<T>; message: M; outcome: DeliveryOutcome; signal: AbortSignal },
): Promise<'ended' | 'given up'> {
  const db = service.database.kysely
  const now = service.clock.now()
  if (outcome.kind === 'sent') {
    const { providerMessageId } = outcome
    await markUntilWritten(() => records.sent({ id: row.id, providerMessageId, ...keptOf?.(message) }), signal)
    return 'ended'
  }
  if (outcome.kind === 'permanent') {
    const why = outcome.atRecipient ? ({ code: 'recipient_refused', isBounce: true } as const) : ({ code: 'relay_refused' } as const)
    // one without the other would stay so: what has ended is not looked at again
    await service.database.transaction(async (tx) => {
      await markFailed(tx, table, row.id, { error: outcome.error, ...why }, now)
      await refused?.(tx, service, row, outcome)
    })
    return 'ended'
  }
  const isAway = outcome.relay === 'away'
  const failure = { error: outcome.error, code: isAway ? 'relay_away' : 'relay_deferred' } as const
  if (mostAttempts !== null && !isAway && row.attempts >= mostAttempts) {
    await markFailed(db, table, row.id, failure, now)
    return 'given up'
  }
  const leftMs = row.expiresAt.getTime() - now.getTime()
  const askedMs = Math.min(longestRetryAfterMs, outcome.retryAfterMs ?? 0)
  const pauseMs = Math.max(retryMs(pauses, row.attempts, isAway), askedMs)
  const waitMs = Math.max(0, Math.min(pauseMs, leftMs))
  await noteError(db, table, row.id, failure, { now, nextAt: after(now, waitMs), isFree: mostAttempts !== null && isAway })
  // the attempt of the job is given back: attempts of the message are counted with it
  throw new JobPostponed(outcome.error, waitMs, false)
}

/**
 * What was handed over must be told so: its row says that it waits, and whoever comes next would send it again. So a lock or a database that
 * is away is waited for, for as long as the job is held.
 */
async function markUntilWritten(mark: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      return await mark()
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      await pause(backoffMs(failures, 100, 2000), signal)
    }
  }
}

/** Up to a fifth more than it says, so that what failed together does not come back together. */
function retryMs(pauses: Delivery<never, never>['pauses'], attempts: number, isAway: boolean): number {
  if (isAway && pauses.awayMs !== null) return pauses.awayMs
  return Math.min(pauses.longestMs, pauses.firstMs * 2 ** Math.min(attempts - 1, 20)) * (1 + Math.random() / 5)
}

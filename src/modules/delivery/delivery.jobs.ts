import { after, minutesMs } from '#core/clock.ts'
import { type CrashLabel, crashPoint } from '#core/crash-points.ts'
import { failureName, traced } from '#core/tracing.ts'
import type { Service } from '#db/rows/context.ts'
import { type JobKind, JobPostponed, JobRefused, type JobRun } from '#jobs/job.ts'
import {
  beginAttempt,
  giveUpExpired,
  markFailed,
  markSent,
  noteError,
  type OutgoingTable,
  outgoingJobKinds,
  type Queued,
} from '#jobs/outgoing-records.ts'
import type { DeliveryOutcome, Transport } from '#outside/delivery.ts'
import type { DeliveryState } from './delivery-state.ts'
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
  readonly hold?: (service: Service, id: string) => Promise<{ readonly waitMs: number } | 'ended' | null>
  /** What else follows from a message that is refused for ever. */
  readonly refused?: (service: Service, row: Queued<T>, outcome: DeliveryOutcome & { kind: 'permanent' }) => Promise<void>
  readonly subjectOf?: (message: Message) => string
  /** Longer than the whole of an attempt may take. */
  readonly maxSeconds: number
  /** Pauses after what may pass, in milliseconds: doubled from the first to the longest; `away`: while there is nobody to hand anything to. */
  readonly pauses: { readonly firstMs: number; readonly longestMs: number; readonly awayMs: number | null }
}

/** Nobody is made to wait longer by a relay that asks for it. */
const longestRetryAfterMs = minutesMs(60)

/**
 * Sends queued rows, outside any transaction. At least once: a crash between handing over and recording sends the message again under the
 * same id. What is not taken is tried again until it has expired.
 */
export function deliveryJob<T extends OutgoingTable, M>(
  delivery: Delivery<T, M>,
  transport: Transport<M>,
  state: DeliveryState,
  { kind, concurrency }: Pick<JobKind, 'kind' | 'concurrency'> = { kind: outgoingJobKinds[delivery.table], concurrency: 5 },
): JobKind {
  const { table, name } = delivery
  return {
    kind,
    // those that wait for a slow relay hold up their like only: other kinds have places of their own
    concurrency,
    // renewed while a slow relay is spoken to; a code of a process that died must not wait for long
    leaseSeconds: 10,
    maxSeconds: delivery.maxSeconds,
    async run(job, service) {
      const id = delivery.idOf(job.payload)
      if (id === null) throw new JobRefused(`the payload names no ${name}`)
      const db = service.database.kysely
      const held = await delivery.hold?.(service, id)
      if (held === 'ended') return
      const expired = await giveUpExpired(db, table, id, service.clock.now())
      if (expired !== null) return state.gaveUp(expired, service.clock.now())
      if (held) throw new JobPostponed(`the ${name} is held`, held.waitMs, false)
      const turn = state.ask(service.clock.now())
      if (turn !== 'try') throw new JobPostponed(`there is nobody to hand a ${name} to`, turn.waitMs, false)
      let outcome: DeliveryOutcome | null = null
      try {
        const row = await beginAttempt(db, table, id, service.clock.now())
        if (row === null) return
        const message = await write(delivery, service, row, job)
        if (message === null) return
        outcome = await hand(name, transport, message, job)
        if (outcome !== null) await record(delivery, service, row, message, outcome)
      } finally {
        state.tried(outcome, service.clock.now())
      }
      // nobody knows whether it was taken; whoever holds the job next sends it
      if (outcome === null) throw job.signal.reason
    },
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
    if (!(error instanceof UnwritableMessage) && job.attempt < job.maxAttempts) throw error
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

async function record<T extends OutgoingTable, M>(
  { table, subjectOf, pauses, refused }: Delivery<T, M>,
  service: Service,
  row: Queued<T>,
  message: M,
  outcome: DeliveryOutcome,
): Promise<void> {
  const db = service.database.kysely
  const now = service.clock.now()
  if (outcome.kind === 'sent') {
    const { providerMessageId } = outcome
    return await markSent(db, table, row.id, { providerMessageId, ...(subjectOf && { subject: subjectOf(message) }) }, now)
  }
  if (outcome.kind === 'permanent') {
    const code = outcome.atRecipient ? 'recipient_refused' : 'relay_refused'
    await markFailed(db, table, row.id, { error: outcome.error, code }, now)
    return await refused?.(service, row, outcome)
  }
  const leftMs = row.expiresAt.getTime() - now.getTime()
  const askedMs = Math.min(longestRetryAfterMs, outcome.retryAfterMs ?? 0)
  const pauseMs = Math.max(retryMs(pauses, row.attempts, outcome.relay === 'away'), askedMs)
  const waitMs = Math.max(0, Math.min(pauseMs, leftMs))
  const code = outcome.relay === 'away' ? 'relay_away' : 'relay_deferred'
  await noteError(db, table, row.id, { error: outcome.error, code }, { now, nextAt: after(now, waitMs) })
  // the attempt is given back: how often it is tried is a matter of time and not of number
  throw new JobPostponed(outcome.error, waitMs, false)
}

/** Up to a fifth more than it says, so that what failed together does not come back together. */
function retryMs(pauses: Delivery<never, never>['pauses'], attempts: number, isAway: boolean): number {
  if (isAway && pauses.awayMs !== null) return pauses.awayMs
  return Math.min(pauses.longestMs, pauses.firstMs * 2 ** Math.min(attempts - 1, 20)) * (1 + Math.random() / 5)
}

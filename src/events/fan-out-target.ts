import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** An event as it was written, whole: what is made of it says what was true when it happened, and asks no other row for that. */
export type FannedEvent = Pick<Selectable<Tables['events']>, (typeof fannedColumns)[number]>

/** What the fan-out reads of an event. */
export const fannedColumns = [
  'id',
  'tenantId',
  'type',
  'actorId',
  'actorKind',
  'onBehalfOfId',
  'entityType',
  'entityId',
  'entityName',
  'outcome',
  'isLogged',
  'data',
  'changes',
  'person',
  'personSalt',
  'traceId',
  'parentTraceId',
  'createdAt',
] as const satisfies readonly (keyof Tables['events'])[]

/**
 * One kind of record that is made of events. `write` runs in the transaction that takes the events from the outbox, so each event
 * is written exactly once. It must write each table in one statement ordered by its key (rows locked in different orders by two
 * processes are a deadlock) and do nothing but SQL. The order of targets is the same everywhere for the same reason. What it puts into `wakes` (`db/rows/wakes.ts`) is woken after the commit.
 */
export interface FanOutTarget {
  readonly name: string
  write(tx: Transaction<Tables>, events: readonly FannedEvent[], wakes: Set<string>): Promise<void>
}

import type { Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** What the fan-out knows of an event. */
export interface FannedEvent {
  id: string
  tenantId: string | null
  type: string
  entityType: string | null
  entityId: string | null
  outcome: 'success' | 'failure' | 'denied'
  createdAt: Date
}

/**
 * One kind of record that is made of events. `write` runs in the transaction that takes the events from the outbox, so each event
 * is written exactly once. It must write each table in one statement ordered by its key (rows locked in different orders by two
 * processes are a deadlock) and do nothing but SQL. The order of targets is the same everywhere for the same reason.
 */
export interface FanOutTarget {
  readonly name: string
  write(tx: Transaction<Tables>, events: readonly FannedEvent[]): Promise<void>
}

import { gathered } from '#db/gathered.ts'
import type { Service } from '#db/rows/context.ts'
import {
  type Attempt,
  beginAttempts,
  lookAtWaiting,
  markSent,
  type OutgoingTable,
  type Queued,
  type Sent,
  takeBackAttempts,
  type Waiting,
} from '#jobs/outgoing-records.ts'

/** What attempts at the rows of one table write of them, those of the same moment in one statement. */
export interface AttemptRecords<T extends OutgoingTable> {
  /** What waits, or null where it does no more. */
  readonly look: (id: string) => Promise<Waiting<T> | null>
  /** Counts an attempt, once however often it is called. Null where it waits no more. */
  readonly begin: (attempt: Attempt) => Promise<Queued<T> | null>
  /** Takes back the count of an attempt that was not made. */
  readonly takeBack: (attempt: Attempt) => Promise<void>
  /** The end of what was handed over. */
  readonly sent: (sent: Sent & { readonly id: string }) => Promise<void>
}

/** So long what was handed over may wait to be marked with others, where that is worth a wait at all. */
const companyMs = 50

/**
 * For the attempts of one process at the jobs of one kind: nobody else's lock or hold-up is theirs.
 * @param isEnough whether so many that were sent are marked at once
 */
export function attemptRecords<T extends OutgoingTable>(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  table: T,
  isEnough: (sent: number) => boolean,
): AttemptRecords<T> {
  const db = database.kysely
  return {
    look: gathered((ids: readonly string[]) => lookAtWaiting(database.reader, table, ids)),
    begin: gathered((attempts: readonly Attempt[]) => beginAttempts(db, table, attempts, clock.now())),
    takeBack: gathered(async (attempts: readonly Attempt[]) => {
      await takeBackAttempts(db, table, attempts)
      return attempts.map(() => undefined)
    }),
    sent: gathered(
      async (all: readonly (Sent & { readonly id: string })[]) => {
        await markSent(db, table, all, clock.now())
        return all.map(() => undefined)
      },
      { waitMs: companyMs, isEnough },
    ),
  }
}

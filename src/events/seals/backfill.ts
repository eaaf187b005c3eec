import { type Kysely, sql } from 'kysely'
import { before, minutesMs } from '#core/clock.ts'
import { firstUuidAt } from '#core/uuid.ts'
import type { KeyRing } from '#db/keys/keys.ts'
import type { Service } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { fannedColumns } from '#events/fan-out-target.ts'
import { appendSeals } from './append.ts'

const batchSize = 500
/** Until then an event is the fan-out's alone; one that an older version fans out meanwhile is sealed by the walk. */
const distanceMs = minutesMs(60)

/**
 * Seals what was logged and told before there were seals, or by a version that made none: a walk over the events in the order of their
 * ids that remembers where it is, so that whoever goes on after a death seals nothing twice. What waits in the outbox, or was set aside,
 * is the fan-out's. @returns how many it sealed
 */
export async function backfillSeals(service: Service, now: Date, signal: AbortSignal): Promise<number> {
  const bound = firstUuidAt(before(now, distanceMs))
  for (let total = 0; ; ) {
    signal.throwIfAborted()
    const { read, sealed } = await service.database.transaction((tx) => sealBatch(tx, service, bound))
    total += sealed
    if (read < batchSize) return total
    await service.database.giveWay()
  }
}

// unscoped: a job over all tenants
async function sealBatch(tx: Kysely<Tables>, { keys }: Service, bound: string): Promise<{ read: number; sealed: number }> {
  // two walks at once take turns; the second begins where the first ended
  const { rows: walk } = await sql<{ sealedTo: string }>`select sealed_to from audit_backfill for update`.execute(tx)
  const { rows } = await sql<{ last: string | null; read: number; unsealed: string[] }>`
    with batch as materialized (
      select id, is_logged from events where id > ${walk[0]!.sealedTo}::uuid and id < ${bound}::uuid order by id limit ${batchSize}
    )
    select max(id::text collate "C") as last, count(*)::integer as read, array(
      select id from batch b where is_logged
        and not exists (select from audit_seals s where s.event_id = b.id and s.kind = 'entry')
        and not exists (select from outbox o where o.event_id = b.id) and not exists (select from poisoned_events p where p.event_id = b.id)
    ) as unsealed from batch`.execute(tx)
  const { last, read, unsealed } = rows[0]!
  if (last === null) return { read, sealed: 0 }
  await sql`update audit_backfill set sealed_to = ${last}::uuid`.execute(tx)
  await sealByIds(tx, keys, unsealed)
  return { read, sealed: unsealed.length }
}

// unscoped: of all tenants, by events without a seal
async function sealByIds(tx: Kysely<Tables>, keys: KeyRing, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const events = await tx.selectFrom('events').select(fannedColumns).where(sql<boolean>`id = any(${ids}::uuid[])`).orderBy('id').execute()
  await appendSeals(tx, keys, 'entry', events)
}

/**
 * Seals events that no fan-out will tell any more, as the last that their transaction does: they stay in the log, where an entry without a
 * seal would look like one that somebody put there. One that was told before it was set aside has its seal already.
 */
export async function sealUntold(tx: Kysely<Tables>, keys: KeyRing, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as untold (id)
    where not exists (select from audit_seals s where s.event_id = untold.id and s.kind = 'entry')`.execute(tx)
  await sealByIds(
    tx,
    keys,
    rows.map(({ id }) => id),
  )
}

/** For the periodic runner. */
export const sealJobs = [
  {
    name: 'events.seals',
    everySeconds: 3600,
    async run(service: Service, now: Date, signal: AbortSignal): Promise<void> {
      await backfillSeals(service, now, signal)
    },
  },
]

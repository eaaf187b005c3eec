import { type Kysely, type RawBuilder, sql } from 'kysely'
import { nilUuid } from '#core/uuid.ts'
import type { Tables } from '#db/tables.ts'
import type { SealedEntry } from './read-part.ts'

/** After every id there is (RFC 9562, section 5.10). */
export const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Entries between two sealed ones that are looked at: what is not for the log stays a day. */
const mostBetween = 10_000

/** Whose log, and the chain that it is sealed in. */
interface Log {
  readonly id: number
  readonly tenantId: string | null
}

const isOwn = (tenantId: string | null): RawBuilder<unknown> =>
  tenantId === null ? sql`e.tenant_id is null` : sql`e.tenant_id = ${tenantId}::uuid`

/** The ids of the entries that a part of a chain seals and that are still there, in the order of the log. */
export const idsOfEntries = (part: readonly SealedEntry[]): string[] =>
  part
    .filter(({ seal, event }) => seal.kind === 'entry' && event !== null)
    .map(({ seal }) => seal.eventId)
    .sort()

/**
 * Whether these sealed entries are all that a log has from behind the entry `after` on to the last of them. Costs as much as reading them
 * does, and no more where the log has many others there.
 */
// unscoped: the caller judged whose log it may prove
export async function areAll(db: Kysely<Tables>, { tenantId }: Log, after: string, ids: readonly string[]): Promise<boolean> {
  const last = ids.at(-1)
  if (last === undefined) return true
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from events e where ${isOwn(tenantId)} and e.id > ${after}::uuid and e.id <= ${last}::uuid and e.is_logged
      limit ${ids.length + 1}
    ) found`.execute(db)
  return rows[0]!.n === ids.length
}

/**
 * The entries right before some sealed ones that must have a seal by now and have none, each by the entry that it stands before. The walk
 * over what no fan-out sealed went by them, and none waits to be told: somebody put it into the log, or took its seal. An entry that was
 * added must never count as one that is still to be sealed. Whoever asks for every sealed entry of a log, and for `maxUuid`, finds each:
 * above what was added stands an entry with a seal, or nothing. A seal counts only where a proof of the chain comes to it.
 * @param after a sealed entry, or `nilUuid`: from there on each of `ids` is looked behind
 * @param ids in their order
 */
// unscoped: the caller judged whose log it may prove
export async function addedBefore(db: Kysely<Tables>, log: Log, after: string, ids: readonly string[]): Promise<Map<string, string>> {
  // the order of the index of each log: of an owner that is null PostgreSQL does not see that it is one, and would read what others own
  const newestFirst = log.tenantId === null ? sql`tenant_id, id desc` : sql`id desc`
  // an entry that is older than `after` may stand anywhere
  const lowest = ids[0] !== undefined && after < ids[0] ? after : nilUuid
  const { rows } = await sql<{ upper: string; id: string }>`
    select gap.upper, near.id from unnest(${[lowest, ...ids.slice(0, -1)]}::uuid[], ${ids}::uuid[]) as gap (lower, upper)
    cross join lateral (
      select * from (
        select e.tenant_id, e.id, e.is_logged from events e
        where ${isOwn(log.tenantId)} and e.id > gap.lower and e.id < gap.upper and e.id <= (select sealed_to from audit_backfill)
        order by ${newestFirst} limit ${mostBetween}
      ) below
      where is_logged and not exists (select from outbox o where o.event_id = below.id offset 0)
        and not exists (select from poisoned_events p where p.event_id = below.id offset 0)
      order by ${newestFirst} limit 1
    ) near
    where not exists (
      select from audit_seals s join audit_chains c on c.id = s.chain_id
      where s.event_id = near.id and s.kind = 'entry' and s.chain_id = ${log.id} and s.sequence > c.base_sequence offset 0
    )`.execute(db)
  return new Map(rows.map(({ upper, id }) => [upper, id]))
}

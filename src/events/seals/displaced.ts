import { type Kysely, sql } from 'kysely'
import { nilUuid } from '#core/uuid.ts'
import type { Service } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import type { Chain } from './chain.ts'
import { isProved } from './judge.ts'
import { readPart, type Seal } from './read-part.ts'

const partSize = 500
/** Oldest entries that are looked through for one that is for the log. */
const mostOldest = 1000
/** Entries between two seals that are looked at for the one that lost its own. */
const mostBetween = 10_000

/** The MAC of the seal at a place, which is proved or the base; null where it is gone. */
export async function macAt(db: Kysely<Tables>, chain: Chain, sequence: number): Promise<string | null> {
  if (sequence === chain.baseSequence) return chain.baseMac
  const { rows } = await sql<{ mac: string }>`
    select encode(mac, 'hex') as mac from audit_seals where chain_id = ${chain.id} and sequence = ${sequence}`.execute(db)
  return rows[0]?.mac ?? null
}

/** Whether a seal that stands further on was made for the place after `at`: somebody moved it. Looks at so many, in short statements. */
export async function fitsFurtherOn(
  { database, keys }: Service,
  chain: Chain,
  at: number,
  previous: string,
  most: number,
): Promise<boolean> {
  const fits = (seal: Seal) => isProved(keys, chain.tenantId, { ...seal, sequence: at + 1 }, previous)
  for (let last = at, left = most; left > 0; left -= partSize) {
    const part = await readPart(database.kysely, chain.id, last, Math.min(partSize, left))
    if (part.some(({ seal }) => fits(seal))) return true
    if (part.length < partSize) return false
    last = part.at(-1)!.seal.sequence
    await database.giveWay()
  }
  return false
}

/** Whether what an entry says was sealed as another entry of the log, among so many seals further on: somebody moved it. */
export async function digestOfOther(db: Kysely<Tables>, chain: Chain, seal: Seal, digest: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    select from audit_seals where chain_id = ${chain.id} and sequence > ${seal.sequence} and sequence <= ${seal.sequence + most}
      and event_id <> ${seal.eventId}::uuid and digest = decode(${digest}, 'hex') limit 1`.execute(db)
  return rows.length > 0
}

/**
 * The oldest entry of a log where that must be sealed by now and is not in this chain: whoever removes all seals, or a chain, can't make
 * the service begin a new one and forget what was before. Null where it is sealed.
 */
// unscoped: the caller judged whose log it may prove
export async function entryWithoutSeal(db: Kysely<Tables>, tenantId: string | null, chain: Chain | null): Promise<string | null> {
  const owner = tenantId === null ? sql`tenant_id is null` : sql`tenant_id = ${tenantId}::uuid`
  const { rows } = await sql<{ id: string }>`
    with oldest as materialized (
      -- by the whole index: of an owner that is null PostgreSQL does not see that it is one, and would read what others own
      select id, is_logged from events where ${owner} and id >= ${chain?.keptFrom ?? nilUuid}::uuid
      order by tenant_id desc, id limit ${mostOldest}
    ), first as (select id from oldest where is_logged order by id limit 1)
    select id from first where id <= (select sealed_to from audit_backfill)
      and not exists (select from audit_seals s where s.event_id = first.id and s.kind = 'entry' and s.chain_id = ${chain?.id ?? 0})
      and not exists (select from outbox o where o.event_id = first.id)
      and not exists (select from poisoned_events p where p.event_id = first.id)`.execute(db)
  return rows[0]?.id ?? null
}

/** Which entry a seal was of that is gone: the first without a seal between those of its neighbours; null where none is left. */
// unscoped: the caller judged whose log it may prove
export async function entryOfLostSeal(db: Kysely<Tables>, chain: Chain, before: number, after: number | null): Promise<string | null> {
  const owner = chain.tenantId === null ? sql`tenant_id is null` : sql`tenant_id = ${chain.tenantId}::uuid`
  const idAt = (sequence: number) => sql`(select event_id from audit_seals where chain_id = ${chain.id} and sequence = ${sequence})`
  const { rows } = await sql<{ id: string }>`
    with between_them as materialized (
      select id, is_logged from events
      where ${owner} and id > coalesce(${idAt(before)}, ${nilUuid}::uuid)
        ${after === null ? sql`` : sql`and id < ${idAt(after)}`}
      order by id limit ${mostBetween}
    )
    select id from between_them b where is_logged
      and not exists (select from audit_seals s where s.event_id = b.id and s.kind = 'entry')
      and not exists (select from outbox o where o.event_id = b.id)
    order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

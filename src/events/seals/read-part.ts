import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { WrittenEntry } from './digest.ts'
import type { SealBody } from './mac.ts'
import { entryLines, readEntry } from './read-entry.ts'

export interface Seal extends SealBody {
  readonly sequence: number
  readonly keyId: string
  readonly mac: string
}

/** A seal, the entry that it is of (null where that is gone), and what was sealed of it when somebody in it was erased. */
export interface SealedEntry {
  readonly seal: Seal
  readonly event: WrittenEntry | null
  /** The newest seal of an erasure, with the MAC before it; for an entry without a salt alone. */
  readonly erasure: (Seal & { readonly previous: string | null }) | null
}

/**
 * So many seals of a chain after one place, in their order, each with its entry: of one moment, or an entry that goes between two
 * statements would look as if somebody had taken it.
 */
// unscoped: the caller judged whose log it may prove
export async function readPart(db: Kysely<Tables>, chainId: number, after: number, most: number): Promise<SealedEntry[]> {
  const { rows } = await sql<Row>`
    with part as materialized (
      select sequence, kind, event_id, digest, person_digest, is_erased, key_id, mac from audit_seals
      where chain_id = ${chainId} and sequence > ${after} order by sequence limit ${most}
    )
    select s.sequence, s.kind, s.event_id as "eventId", encode(s.digest, 'hex') as digest, encode(s.person_digest, 'hex') as "personDigest",
      s.is_erased as "isErased", s.key_id as "keyId", encode(s.mac, 'hex') as mac, e.lines, r.erasure
    from part s
      left join lateral (select f.id, f.person_salt, ${entryLines} as lines from events f where f.id = s.event_id offset 0) e on true
      left join lateral (
        -- in one column, for few entries have it
        select json_build_array(n.sequence, encode(n.digest, 'hex'), encode(n.person_digest, 'hex'), n.is_erased, n.key_id, encode(n.mac, 'hex'),
          encode(coalesce((select p.mac from audit_seals p where p.chain_id = n.chain_id and p.sequence = n.sequence - 1),
            (select c.base_mac from audit_chains c where c.id = n.chain_id and c.base_sequence = n.sequence - 1)), 'hex')) as erasure
        -- by the entry, and never down the chain: nobody may have gathered statistics of what a job has just sealed
        from (select * from audit_seals where event_id = s.event_id and kind = 'erasure' offset 0) n
        where e.id is not null and e.person_salt is null and n.chain_id = ${chainId}
        order by n.sequence desc limit 1
      ) r on true
    order by s.sequence`.execute(db.withoutPlugins())
  return rows.map(entryOf)
}

interface Row extends Omit<Seal, 'sequence'> {
  readonly sequence: string
  readonly lines: string | null
  readonly erasure:
    | [sequence: number, digest: string, personDigest: string, isErased: boolean, keyId: string, mac: string, string | null]
    | null
}

function entryOf(row: Row): SealedEntry {
  const { kind, eventId, digest, personDigest, isErased, keyId, mac, lines, erasure } = row
  return {
    seal: { sequence: Number(row.sequence), kind, eventId, digest, personDigest, isErased, keyId, mac },
    event: lines === null ? null : readEntry(eventId, lines),
    erasure: erasure === null ? null : erasureOf(eventId, erasure),
  }
}

function erasureOf(eventId: string, row: NonNullable<Row['erasure']>): SealedEntry['erasure'] {
  const [sequence, digest, personDigest, isErased, keyId, mac, previous] = row
  return { sequence, kind: 'erasure', eventId, digest, personDigest, isErased, keyId, mac, previous }
}

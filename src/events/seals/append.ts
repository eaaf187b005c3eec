import { type Kysely, sql } from 'kysely'
import type { KeyRing } from '#db/keys/keys.ts'
import { runHot, uncountedIds } from '#db/rows/hot-query.ts'
import type { Tables } from '#db/tables.ts'
import { entryDigest, personDigest, type SealedEvent, writtenEntry } from './digest.ts'
import { type SealBody, sealMac } from './mac.ts'

interface Head {
  readonly id: number
  readonly tenantId: string | null
  readonly sequence: number
  readonly mac: string
}

/**
 * Seals events, in their order, at the ends of the chains of their tenants; what is not for the log has no seal. Must be the last that its
 * transaction does: from here on the chains are locked, in one order everywhere, and whoever else seals for these tenants waits.
 * @param kind 'erasure' for what an erasure left of events, sealed in the transaction that erases
 */
export async function appendSeals(db: Kysely<Tables>, keys: KeyRing, kind: SealBody['kind'], all: readonly SealedEvent[]): Promise<void> {
  const events = all.filter(({ isLogged }) => isLogged)
  if (events.length === 0) return
  const key = keys.auditKey()
  const bodies = events.map((event) => {
    const written = writtenEntry(event)
    return {
      tenantId: event.tenantId,
      kind,
      eventId: event.id,
      digest: entryDigest(written),
      personDigest: personDigest(written, key.secret),
      isErased: written.personSalt === null,
    }
  })
  const heads = new Map<string | null, Head>()
  for (const head of await lockHeads(db, [...new Set(events.map(({ tenantId }) => tenantId))])) heads.set(head.tenantId, head)
  const seals = bodies.map((body) => {
    const { id, tenantId, sequence: last, mac: previous } = heads.get(body.tenantId)!
    const sequence = last + 1
    const mac = sealMac(key.secret, key.kid, tenantId, sequence, previous, body)
    heads.set(tenantId, { id, tenantId, sequence, mac })
    return { ...body, chainId: id, sequence, mac }
  })
  await write(db, seals, [...heads.values()], key.kid)
}

/** The ends of these chains, locked, platform first; made where there are none yet. */
// unscoped: by tenants of events that are sealed
async function lockHeads(db: Kysely<Tables>, tenantIds: readonly (string | null)[]): Promise<Head[]> {
  const locked = await lockKnown(db, tenantIds)
  if (locked.length === tenantIds.length) return locked
  const missing = tenantIds.filter((tenantId) => locked.every((head) => head.tenantId !== tenantId))
  await sql`
    insert into audit_chains (tenant_id) select tenant_id from unnest(${missing}::uuid[]) as t (tenant_id) order by tenant_id nulls first
    on conflict (tenant_id) do nothing`.execute(db)
  return [...locked, ...(await lockKnown(db, missing))]
}

// unscoped: by tenants of events that are sealed
async function lockKnown(db: Kysely<Tables>, tenantIds: readonly (string | null)[]): Promise<Head[]> {
  const ids = tenantIds.filter((tenantId) => tenantId !== null)
  const { rows } = await runHot(
    db,
    sql<Omit<Head, 'sequence'> & { sequence: string }>`
    select id, tenant_id, sequence, encode(mac, 'hex') as mac from audit_chains
    where tenant_id = any(${uncountedIds(ids)}) ${ids.length < tenantIds.length ? sql`or tenant_id is null` : sql``}
    order by tenant_id nulls first for update`,
  )
  return rows.map(({ sequence, ...head }) => ({ ...head, sequence: Number(sequence) }))
}

interface Seal extends SealBody {
  readonly chainId: number
  readonly sequence: number
  readonly mac: string
}

/** A seal that stands where none can stand is left as it is: a chain that was tampered with stops nobody, and its proof fails there. */
// unscoped: the chains that were locked
async function write(db: Kysely<Tables>, seals: readonly Seal[], heads: readonly Head[], kid: string): Promise<void> {
  // each column as one text: an array of the driver costs a call for each of its values
  const column = (ofSeal: (seal: Seal) => unknown) => seals.map(ofSeal).join(',')
  await runHot(
    db,
    sql`
    with sealed as (
      insert into audit_seals (chain_id, sequence, kind, event_id, digest, person_digest, is_erased, key_id, mac)
      select chain_id::integer, sequence::bigint, ${seals[0]!.kind}, event_id::uuid, decode(digest, 'hex'), decode(person_digest, 'hex'),
        is_erased::boolean, ${kid}, decode(mac, 'hex')
      from unnest(string_to_array(${column(({ chainId }) => chainId)}, ','), string_to_array(${column(({ sequence }) => sequence)}, ','),
        string_to_array(${column(({ eventId }) => eventId)}, ','), string_to_array(${column(({ digest }) => digest)}, ','),
        string_to_array(${column(({ personDigest }) => personDigest)}, ','), string_to_array(${column(({ isErased }) => isErased)}, ','),
        string_to_array(${column(({ mac }) => mac)}, ',')
      ) as t (chain_id, sequence, event_id, digest, person_digest, is_erased, mac)
      on conflict (chain_id, sequence) do nothing
    )
    update audit_chains c set sequence = t.sequence, mac = decode(t.mac, 'hex')
    from unnest(${heads.map(({ id }) => id)}::integer[], ${heads.map(({ sequence }) => sequence)}::bigint[],
      ${heads.map(({ mac }) => mac)}::text[]) as t (id, sequence, mac)
    where c.id = t.id`,
  )
}

import { type RawBuilder, sql } from 'kysely'
import { before, minutesMs } from '#core/clock.ts'
import { firstUuidAt } from '#core/uuid.ts'
import type { PublicContext } from '#db/context.ts'
import { transact } from '#db/transact.ts'
import { entityUuid } from '#events/entity-id.ts'
import { erasedName } from '#events/erased-name.ts'

/** Events that one transaction looks at: milliseconds, and nobody waits for it. */
const batchSize = 2000
/** Up to this many tenants each is walked by its own index; above, all events are walked once, in the order of ids. */
const mostTenants = 200

type Lane = RawBuilder<unknown>

/** An address can be tried in any tenant, and where nobody has it the log of that tenant holds it. By the index of just these. */
const ofNobody: Lane = sql`e.entity_id is null and e.type = 'auth.login.failed'`

/**
 * Takes the names, addresses and places of accounts that are marked as erased out of all events: where they acted, where they were
 * acted upon, and where somebody tried to sign in with their address (where that came from stays: whoever tried was nobody known, and
 * an account that is made with the address and erased must not wipe the traces of an attack). Nothing else of an event is touched;
 * `person_salt` is cleared, which says that what `person` was is no longer to be proved.
 *
 * No index leads from an account to its events, for every event would pay for it and few accounts are ever erased. So the events since
 * the oldest of the accounts was made are walked, for all of them at once: only those in the logs of their tenants and below where
 * that is little, with the attempts that found nobody in any log, else all. May be run again from the start at any time.
 */
export async function eraseFromEvents(ctx: PublicContext, accountIds: readonly string[], signal: AbortSignal): Promise<void> {
  const { since, tenantIds } = await reachOf(ctx, accountIds)
  const bound = firstUuidAt(before(since, minutesMs(1)))
  const lanes: Lane[] =
    tenantIds === null
      ? [sql`true`]
      : [sql`e.tenant_id is null`, ...tenantIds.map((tenantId) => sql`e.tenant_id = ${tenantId}::uuid`), ofNobody]
  for (const lane of lanes) await walk(ctx, lane, bound, signal)
}

/** Since when there can be events of them, and in whose logs; null for any. */
async function reachOf(ctx: PublicContext, accountIds: readonly string[]): Promise<{ since: Date; tenantIds: string[] | null }> {
  const { rows } = await sql<{ since: Date; isPlatform: boolean; tenantIds: string[] }>`
    with erased as (
      select tenant_id, created_at from accounts where id = any(${accountIds}::uuid[])
    )
    select (select min(created_at) from erased) as since, exists (select from erased where tenant_id is null) as is_platform,
      array(select distinct c.descendant_id from tenant_closure c
        where c.ancestor_id in (select tenant_id from erased) limit ${mostTenants + 1}) as tenant_ids`.execute(ctx.db)
  const { since, isPlatform, tenantIds } = rows[0]!
  return { since: since ?? ctx.now, tenantIds: isPlatform || tenantIds.length > mostTenants ? null : tenantIds }
}

async function walk(ctx: PublicContext, lane: Lane, from: string, signal: AbortSignal): Promise<void> {
  for (let position: string | null = from; position !== null; ) {
    signal.throwIfAborted()
    const at: string = position
    position = await transact(ctx, (ctx) => eraseBatch(ctx, lane, at))
  }
}

/** @returns where to go on; null at the end */
async function eraseBatch(ctx: PublicContext, lane: Lane, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null; n: number }>`
    with batch as materialized (
      select e.id, e.actor_id, e.entity_id, e.person from events e
      where ${lane} and e.id > ${after}::uuid order by e.id limit ${batchSize}
    ), known as (
      select b.id, b.person, b.actor_id,
        exists (select from accounts a where a.id = b.actor_id and a.purged_at is not null) as is_by,
        exists (select from accounts a where a.id = ${entityUuid('b')}
          and a.purged_at is not null) as is_about,
        b.entity_id is null and exists (select from accounts a
          where split_part(a.search, E'\n', 3) = b.person->'data'->>'email' and a.purged_at is not null) as is_of_nobody
      from batch b where b.person is not null
    ), cleared as (
      select id, person,
        (person - case when is_by or (is_about and actor_id is null) then '{ipAddress,userAgent}'::text[] else '{}' end
          - case when is_about or is_of_nobody then '{data,changes}'::text[] else '{}' end)
        || case when is_by and person->>'actorName' is not null then jsonb_build_object('actorName', ${erasedName}::text) else '{}' end
        || case when is_about and person ? 'entityName' then jsonb_build_object('entityName', ${erasedName}::text) else '{}' end as rest
      from known where is_by or is_about or is_of_nobody
    ), erased as (
      update events e set person = cleared.rest, person_salt = null
      from cleared where e.id = cleared.id and cleared.rest <> cleared.person
    )
    select max(id::text collate "C") as last, count(*)::integer as n from batch`.execute(ctx.db)
  const { last, n } = rows[0]!
  return n < batchSize ? null : last
}

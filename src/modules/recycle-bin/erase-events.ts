import { type RawBuilder, sql } from 'kysely'
import { before, minutesMs } from '#core/clock.ts'
import { loginKey } from '#core/text/login-name.ts'
import { firstUuidAt, nilUuid } from '#core/uuid.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { entityUuid } from '#events/entity-id.ts'
import { erasedName } from '#events/erased-name.ts'
import { fannedColumns } from '#events/fan-out-target.ts'
import { appendSeals } from '#events/seals/append.ts'

/** Events that one transaction looks at: milliseconds, and nobody waits for it. */
const batchSize = 2000
/** Up to this many tenants each is walked by its own index; above, all events are walked once, in the order of ids. */
const mostTenants = 200

type Lane = RawBuilder<unknown>

/**
 * An address can be tried in any tenant, before somebody has it and after, and where nobody has it the log of that tenant holds it. By the
 * index of just these.
 */
const ofNobody: Lane = sql`e.entity_id is null and e.type = 'auth.login.failed'`

/**
 * Takes the names, addresses and places of accounts that are marked as erased out of all events: where they acted, where they were
 * acted upon, and where somebody tried to sign in with their address (where that came from stays: whoever tried was nobody known, and
 * an account that is made with the address and erased must not wipe the traces of an attack). Nothing else of an event is touched;
 * `person_salt` is cleared, which says that what `person` was is no longer to be proved, and what is left is sealed. Deliveries of webhooks that told of them go.
 *
 * No index leads from an account to its events, for every event would pay for it and few accounts are ever erased. So the events since
 * the oldest of the accounts was made are walked, for all of them at once: only those in the logs of their tenants and below where
 * that is little, with the attempts that found nobody in any log, else all. May be run again from the start at any time.
 */
export async function eraseFromEvents(ctx: PublicContext, accountIds: readonly string[], signal: AbortSignal): Promise<void> {
  const { since, tenantIds } = await reachOf(ctx, accountIds)
  const bound = firstUuidAt(before(since, minutesMs(1)))
  const lanes: Lane[] =
    tenantIds === null ? [sql`true`] : [sql`e.tenant_id is null`, ...tenantIds.map((tenantId) => sql`e.tenant_id = ${tenantId}::uuid`)]
  const addresses = new Set(await presentAddresses(ctx, accountIds))
  for (const lane of lanes) await walk(lane, bound, signal, (lane, at) => readAddresses(ctx, lane, at, addresses))
  const theirs = [...addresses]
  await walk(ofNobody, nilUuid, signal, (lane, at) => transact(ctx, (ctx) => eraseAttempts(ctx, lane, at, theirs)))
  for (const lane of lanes) await walk(lane, bound, signal, (lane, at) => transact(ctx, (ctx) => eraseBatch(ctx, lane, at)))
}

/** Since when there can be events of them, and in whose logs; null for any. */
// unscoped: a job, by accounts that are marked as erased
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

/** Where one batch of a lane ended, and how many events it had. */
interface Batch {
  readonly last: string | null
  readonly n: number
}

interface ErasedBatch extends Batch {
  readonly erased: readonly string[]
}

async function walk(lane: Lane, from: string, signal: AbortSignal, step: (lane: Lane, after: string) => Promise<Batch>): Promise<void> {
  for (let at = from; ; ) {
    signal.throwIfAborted()
    const { last, n } = await step(lane, at)
    if (n < batchSize || last === null) return
    at = last
  }
}

// unscoped: a job, by accounts that are marked as erased
async function presentAddresses(ctx: PublicContext, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select email from accounts where id = any(${accountIds}::uuid[])`.execute(ctx.db)
  return rows.map(({ email }) => loginKey(email))
}

/** What addresses they had, from the changes of them. */
// unscoped: a job over all tenants
async function readAddresses(ctx: PublicContext, lane: Lane, after: string, found: Set<string>): Promise<Batch> {
  const { rows } = await sql<Batch & { emails: string[] | null }>`
    with batch as materialized (
      select e.id, e.entity_id, e.person->'changes'->'email' as email from events e
      where ${lane} and e.id > ${after}::uuid order by e.id limit ${batchSize}
    )
    select max(b.id::text collate "C") as last, count(*)::integer as n,
      (select array_agg(said.value) from batch b cross join lateral jsonb_each_text(b.email) said
        where jsonb_typeof(b.email) = 'object' and said.value is not null
          and exists (select from accounts a where a.id = ${entityUuid('b')} and a.purged_at is not null)) as emails
    from batch b`.execute(ctx.db)
  for (const email of rows[0]!.emails ?? []) found.add(loginKey(email))
  return rows[0]!
}

/**
 * Waits for whoever fans out events of a batch at this moment, so that the deliveries that come of it are there to be deleted: what webhooks
 * are told must never outlive the erasure. Those that wait still are held until it is done, and told of as what is left of them.
 */
// unscoped: a job over all tenants
async function awaitFanOut(ctx: PublicContext, lane: Lane, after: string): Promise<void> {
  await sql`
    select from outbox where event_id = any(array(
      select e.id from events e where ${lane} and e.id > ${after}::uuid order by e.id limit ${batchSize}))
    order by event_id for update`.execute(ctx.db)
}

/** Of sign-ins that found nobody those with one of the addresses. */
// unscoped: a job over all tenants
async function eraseAttempts(ctx: PublicContext, lane: Lane, after: string, addresses: readonly string[]): Promise<Batch> {
  await awaitFanOut(ctx, lane, after)
  const { rows } = await sql<ErasedBatch>`
    with batch as materialized (
      select e.id, e.person from events e where ${lane} and e.id > ${after}::uuid order by e.id limit ${batchSize}
    ), erased as (
      update events e set person = b.person - '{data,changes}'::text[], person_salt = null
      from batch b where e.id = b.id and b.person->'data'->>'email' in (select unnest(${addresses}::text[]))
      returning e.id
    ), unsent as (delete from webhook_deliveries d using erased where d.event_id = erased.id)
    select max(id::text collate "C") as last, count(*)::integer as n, array(select id from erased) as erased from batch`.execute(ctx.db)
  await sealErasures(ctx, rows[0]!.erased)
  return rows[0]!
}

// unscoped: a job over all tenants
async function eraseBatch(ctx: PublicContext, lane: Lane, after: string): Promise<Batch> {
  await awaitFanOut(ctx, lane, after)
  const { rows } = await sql<ErasedBatch>`
    with batch as materialized (
      select e.id, e.actor_id, e.entity_id, e.person from events e
      where ${lane} and e.id > ${after}::uuid order by e.id limit ${batchSize}
    ), known as (
      select b.id, b.person, b.actor_id,
        exists (select from accounts a where a.id = b.actor_id and a.purged_at is not null) as is_by,
        exists (select from accounts a where a.id = ${entityUuid('b')}
          and a.purged_at is not null) as is_about
      from batch b where b.person is not null
    ), cleared as (
      select id, person, is_about,
        (person - case when is_by or (is_about and actor_id is null) then '{ipAddress,userAgent,sessionId}'::text[] else '{}' end
          - case when is_about then '{data,changes}'::text[] else '{}' end)
        || case when is_by and person->>'actorName' is not null then jsonb_build_object('actorName', ${erasedName}::text) else '{}' end
        || case when is_about and person ? 'entityName' then jsonb_build_object('entityName', ${erasedName}::text) else '{}' end as rest
      from known where is_by or is_about
    ), erased as (
      update events e set person = cleared.rest, person_salt = null
      from cleared where e.id = cleared.id and cleared.rest <> cleared.person
      returning e.id
    ), unsent as (
      -- bodies that webhooks were sent; that somebody was deleted names nobody, and is still owed to who was told of them
      delete from webhook_deliveries d using cleared
      where d.event_id = cleared.id and cleared.is_about and d.event not in ('admin.deleted', 'user.deleted', 'entity.deleted')
    )
    select max(id::text collate "C") as last, count(*)::integer as n, array(select id from erased) as erased from batch`.execute(ctx.db)
  await sealErasures(ctx, rows[0]!.erased)
  return rows[0]!
}

/**
 * Seals what was left of events, last in the transaction that erases: what is gone without such a seal was taken by somebody else. Also
 * of one that is not sealed itself yet, for the fan-out may have read it before.
 */
// unscoped: a job over all tenants
async function sealErasures(ctx: PublicContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const left = await ctx.db.selectFrom('events').select(fannedColumns).where(sql<boolean>`id = any(${ids}::uuid[])`).orderBy('id').execute()
  await appendSeals(ctx.db, ctx.service.keys, 'erasure', left)
}

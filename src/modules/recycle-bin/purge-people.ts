import { sql } from 'kysely'
import { shiftCounts } from '#accounts/account-counts.ts'
import { crashPoint } from '#core/crash-points.ts'
import { nilUuid } from '#core/uuid.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { inParts } from '#modules/tenants/deleted-tenants.ts'

const accountsInBatch = 500
/** So many tenants, of one kind of account each, are looked into by one statement. */
const placesAtOnce = 50
/** Of those in the bin so many are looked at by one statement, whosever they are. */
const entriesAtOnce = 2000

/** The living accounts of one kind in one tenant, from an id on. */
interface Place {
  readonly tenantId: string
  readonly kind: AccountKind
  readonly after: string
}

/**
 * Marks the accounts of large tenants that are marked, a batch per transaction: first the living, then those that were deleted on their
 * own before, so that whoever is deleted meanwhile is among these. As long as a tenant says that some may be left, all of it is done again.
 */
// unscoped: a job over all tenants
export async function markPeopleOfPurged(ctx: PublicContext, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from tenants where is_sweeping and purged_at is not null order by id`.execute(ctx.db)
  if (rows.length === 0) return
  let places: Place[] = rows.flatMap(({ id }) => (['admin', 'user'] as const).map((kind) => ({ tenantId: id, kind, after: nilUuid })))
  while (places.length > 0) places = await inBatch(ctx, signal, (ctx) => markLiving(ctx, places))
  for (const kind of ['admin', 'user'] as const)
    for (let at: Deleted | null = newest; at !== null; ) {
      const after: Deleted = at
      at = await inBatch(ctx, signal, (ctx) => markDeletedBefore(ctx, kind, after))
    }
  for (const part of inParts(rows)) {
    const ids = part.map(({ id }) => id)
    await transact(ctx, (ctx) => sql`update tenants set is_sweeping = false where id = any(${ids}::uuid[])`.execute(ctx.db))
  }
}

async function inBatch<T>(ctx: PublicContext, signal: AbortSignal, work: (ctx: PublicContext) => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const done = await transact({ ...ctx, now: ctx.service.clock.now() }, work)
  crashPoint('purge-marks.after-batch')
  return done
}

/** @returns what is left of the places: whoever is marked lives no more, and is not looked at again */
// unscoped: a job, by tenants that are marked as erased
async function markLiving(ctx: PublicContext, places: readonly Place[]): Promise<Place[]> {
  const now = places.slice(0, placesAtOnce)
  // in the order of the index, which ends with the living: none of those before has to be read
  const { rows } = await sql<{ n: number; id: string }>`
    select p.n::integer as n, a.id
    from unnest(${now.map(({ tenantId }) => tenantId)}::uuid[], ${now.map(({ kind }) => kind)}::text[], ${now.map(({ after }) => after)}::uuid[])
      with ordinality as p (tenant_id, kind, after, n)
      cross join lateral (
        select id from accounts where tenant_id = p.tenant_id and kind = p.kind and deleted_at is null and id > p.after
        order by deleted_at, id limit ${accountsInBatch}
      ) a
    order by p.n, a.id limit ${accountsInBatch}`.execute(ctx.db)
  await markAccounts(
    ctx,
    rows.map(({ id }) => id),
  )
  const last = rows.at(-1)
  if (!last || rows.length < accountsInBatch) return places.slice(placesAtOnce)
  return [{ ...places[last.n - 1]!, after: last.id }, ...places.slice(last.n)]
}

interface Deleted {
  readonly at: string
  readonly id: string
}

/** Before all there are, in the order of the bin. */
const newest: Deleted = { at: 'infinity', id: nilUuid }

/** The bin is gone through whole, for it has no order by tenants. @returns where it ended; null at the end */
// unscoped: a job over all tenants
async function markDeletedBefore(ctx: PublicContext, kind: AccountKind, after: Deleted): Promise<Deleted | null> {
  const { rows } = await sql<Deleted & { isGone: boolean }>`
    select e.id, e.deleted_at::text as at, exists (select from tenants t where t.id = e.tenant_id and t.purged_at is not null) as is_gone
    from (
      select id, tenant_id, deleted_at from accounts
      where kind = ${kind} and deleted_at is not null and deleted_with is null and purged_at is null
        and (deleted_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
      order by deleted_at desc, id desc limit ${entriesAtOnce}
    ) e order by e.deleted_at desc, e.id desc`.execute(ctx.db)
  await markAccounts(
    ctx,
    rows.filter(({ isGone }) => isGone).map(({ id }) => id),
  )
  return rows.length < entriesAtOnce ? null : rows.at(-1)!
}

/**
 * Marks accounts of marked tenants as erased, deleted or not, with the kept counts: they are nobody's from here on, and their names are
 * free. Each says with which tenant it went. Locked in the order of ids, like all accounts, then written in parts.
 */
// unscoped: by accounts of tenants that are marked as erased
export async function markAccounts(ctx: PublicContext, ids: readonly string[]): Promise<void> {
  const { rows: accounts } = await sql<{ id: string }>`
    select id from accounts where id = any(${ids}::uuid[]) and purged_at is null order by id for no key update`.execute(ctx.db)
  for (const part of inParts(accounts)) {
    const ids = part.map(({ id }) => id)
    await sql`delete from account_logins where account_id = any(${ids}::uuid[])`.execute(ctx.db)
    const { rows } = await sql<{ tenantId: string; kind: AccountKind; isActive: boolean; isBlocked: boolean; n: number }>`
      with before as (
        select a.id, a.deleted_at, coalesce(t.deleted_with, t.id) as top from accounts a join tenants t on t.id = a.tenant_id
        where a.id = any(${ids}::uuid[])
      ), gone as (
        update accounts a set purged_at = ${ctx.now}, deleted_at = coalesce(a.deleted_at, ${ctx.now}), deleted_with = before.top
        from before where a.id = before.id
        returning a.tenant_id, a.kind, a.is_active, a.is_blocked, before.deleted_at
      )
      select tenant_id, kind, is_active, is_blocked, count(*)::integer as n from gone where deleted_at is null group by 1, 2, 3, 4`.execute(
      ctx.db,
    )
    for (const kind of ['admin', 'user'] as const) {
      const counted = rows.filter((row) => row.kind === kind)
      const shifts = counted.map(({ tenantId, isActive, isBlocked, n }) => ({ tenantId, from: { isActive, isBlocked }, to: null, n }))
      await shiftCounts(ctx, kind, shifts)
    }
  }
}

import { type RawBuilder, sql, type Transaction } from 'kysely'
import { parseAddress, rateKey } from '#core/client-key.ts'
import { minutesMs } from '#core/clock.ts'
import { firstUuidAt } from '#core/uuid.ts'
import type { Tables } from '#db/tables.ts'
import type { EventName } from './catalog.ts'
import type { FannedEvent, FanOutTarget } from './fan-out-target.ts'

/** Wrong passwords and codes. */
export const failedAttempts = ['auth.login.failed', 'auth.otp.failed', 'auth.two_factor.failed'] as const satisfies readonly EventName[]

/** What counts against a client's address. */
const counted: ReadonlySet<string> = new Set<EventName>([...failedAttempts, 'access.rate_limited'])

/** So many addresses of a scope and day are kept apart, and so many more for a moment: those that failed least are forgotten together. */
export const addressLimits = { kept: 10_000, more: 1000 }

interface Failure {
  id: string
  tenantId: string | null
  at: string
  address: string
  /** One attempt may fail for several accounts, in several tenants: to those above them all it is one. */
  attempt: string
  /** Of this batch, and not only of the same attempt. */
  isOurs: boolean
}

type Failed = Pick<FannedEvent, 'id' | 'type' | 'tenantId' | 'onBehalfOfId' | 'person' | 'traceId' | 'createdAt'>

/** An address that acts as somebody else is its own owner's, and nothing to those whom it acts on. */
function failureOf(event: Failed, isOurs: boolean): Failure[] {
  if (!counted.has(event.type)) return []
  const { ipAddress } = (event.person ?? {}) as { ipAddress?: string | null }
  if (!ipAddress || parseAddress(ipAddress) === null) return []
  const tenantId = event.onBehalfOfId === null ? event.tenantId : null
  const { id, createdAt, traceId } = event
  return [{ id, tenantId, at: createdAt.toISOString(), address: rateKey(ipAddress), attempt: traceId ?? id, isOurs }]
}

/** No request takes longer. */
const requestMs = minutesMs(60)

/** What else these attempts failed for, in other batches, wherever those are: an attempt of many accounts is told of in several. */
// unscoped: of the attempts that a batch of events tells of
async function failuresBeside(tx: Transaction<Tables>, events: readonly FannedEvent[]): Promise<Failure[]> {
  const failed = events.filter(({ type, traceId }) => counted.has(type) && traceId !== null)
  if (failed.length === 0) return []
  const own = new Set(events.map(({ id }) => id))
  const times = failed.map(({ createdAt }) => createdAt.getTime())
  const { rows } = await sql<Failed>`
    select id, type, tenant_id, on_behalf_of_id, person, trace_id, created_at from events
    where trace_id = any(${[...new Set(failed.map(({ traceId }) => traceId))]}::text[]) and type = any(${[...counted]}::text[])
      and id >= ${firstUuidAt(new Date(Math.min(...times) - requestMs))} and id < ${firstUuidAt(new Date(Math.max(...times) + requestMs))}`.execute(
    tx,
  )
  return rows.filter(({ id }) => !own.has(id)).flatMap((event) => failureOf(event, false))
}

/**
 * Every attempt once for each scope: the tenants it was made in, those above, the platform (null). It belongs to the first of its failures
 * there, and counts in the batch that has that one.
 */
const scopedAttempts = (failures: readonly Failure[]) => sql`
  failed as materialized (
    select id, "tenantId", at, address::inet as address, attempt, "isOurs", (at at time zone 'UTC')::date as day,
      extract(hour from at at time zone 'UTC')::integer as hour
    from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb)
      as t (id uuid, "tenantId" uuid, at timestamptz, address text, attempt text, "isOurs" boolean)
  ), scoped as materialized (
    select scope_id, day, hour, address, attempt, at from (
      select distinct on (scope_id, address, attempt) scope_id, day, hour, address, attempt, at, "isOurs" from (
        select null::uuid as scope_id, failed.* from failed
        union all
        select ancestor_id, failed.* from failed
          cross join lateral (select ancestor_id from tenant_closure where descendant_id = "tenantId" offset 0) above
      ) each order by scope_id, address, attempt, id
    ) first where "isOurs"
  )`

/**
 * Which client addresses failed, where, and how often in each hour. Whoever writes a scope's addresses of a day holds the lock on the number
 * of them, so that it is right and they are never many more than that; a flood of addresses pushes out others that failed as seldom.
 */
export const failedAddresses: FanOutTarget = {
  name: 'failed-addresses',
  async write(tx, events) {
    const failures = events.flatMap((event) => failureOf(event, true))
    if (failures.length === 0) return
    const attempts = scopedAttempts([...failures, ...(await failuresBeside(tx, events))])
    await sql`
      with ${attempts}
      insert into failed_address_days (scope_id, day) select distinct scope_id, day from scoped order by scope_id nulls first, day
      on conflict (scope_id, day) do update set addresses = failed_address_days.addresses`.execute(tx)
    const { rows } = await sql<{ scopeId: string | null; day: string; addresses: number }>`
      with ${attempts}, by_hour as (
        select scope_id, day, address, hour, count(*)::integer as n, max(at) as at from scoped group by 1, 2, 3, 4
      ), written as (
        insert into failed_addresses (scope_id, day, address, n, hours, last_at)
        select scope_id, day, address, sum(n), sum_counts(array_fill(n, array[1], array[hour])), max(at)
        from by_hour group by 1, 2, 3 order by scope_id nulls first, address, day
        on conflict (scope_id, address, day) do update set n = failed_addresses.n + excluded.n,
          hours = add_counts(failed_addresses.hours, excluded.hours), last_at = greatest(failed_addresses.last_at, excluded.last_at)
        returning scope_id, day, xmax = 0 as is_new
      )
      insert into failed_address_days (scope_id, day, addresses)
      select scope_id, day, count(*) filter (where is_new) from written group by 1, 2 order by scope_id nulls first, day
      on conflict (scope_id, day) do update set addresses = failed_address_days.addresses + excluded.addresses
      returning scope_id, day, addresses`.execute(tx)
    for (const { scopeId, day, addresses } of rows)
      if (addresses > addressLimits.kept + addressLimits.more)
        await forgetLeast(
          tx,
          sql`${scopeId === null ? sql`scope_id is null` : sql`scope_id = ${scopeId}::uuid`} and day = ${day}::date`,
          addresses,
        )
  },
}

/** Of those that failed as seldom, the ones that did so longest ago. */
async function forgetLeast(tx: Transaction<Tables>, ofDay: RawBuilder<unknown>, addresses: number): Promise<void> {
  await sql`
    with gone as (
      delete from failed_addresses where ctid = any(array(
        select ctid from failed_addresses where ${ofDay} order by n, last_at limit ${addresses - addressLimits.kept}))
      returning n
    )
    update failed_address_days set addresses = addresses - (select count(*) from gone),
      others = others + (select coalesce(sum(n), 0) from gone)
    where ${ofDay}`.execute(tx)
}

/** Events of thirty days over all tenants, with the numbers and addresses that the fan-out would have made of them, written by sets. */
import { withClient } from '../test/rig/postgres.ts'

/** What happens of a hundred things. */
const mix: readonly (readonly [type: string, outcome: string, percent: number])[] = [
  ['auth.login.succeeded', 'success', 55],
  ['admin.updated', 'success', 15],
  ['user.updated', 'success', 15],
  ['auth.login.failed', 'failure', 6],
  ['auth.logout.succeeded', 'success', 5],
  ['role.updated', 'success', 2],
  ['access.denied', 'denied', 2],
]
const days = 30
const atOnce = 100_000
const addresses = 20_000

/**
 * Fills a database that has its tenants.
 * @param top among whose tenants all of it is dealt out, itself included; among all of the platform where it is null
 */
export async function fillEvents(databaseUrl: string, count: number, top: string | null = null): Promise<void> {
  const half = Math.ceil(count / 2)
  // two at once: one connection is one core of the server
  await Promise.all([0, half].map((from, nth) => fillSpan(databaseUrl, { from, until: Math.min(from + half, count), count, top, nth })))
  await withClient(databaseUrl, async (client) => {
    for (const statement of kept) await client.query(statement)
    await client.query('vacuum analyze')
  })
}

interface Span {
  /** Which of the events, the oldest first. */
  readonly from: number
  readonly until: number
  /** How many there are to be in all. */
  readonly count: number
  readonly top: string | null
  /** Another row of chance for each span. */
  readonly nth: number
}

/** Writes some of the events, about in the order in which they happened: so their pages lie in a service, too. */
async function fillSpan(databaseUrl: string, { from, until, count, top, nth }: Span): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('select setseed($1)', [0.5 - nth / 4])
    await client.query('create temporary table places (n integer, id uuid)')
    const places = `insert into places select row_number() over (order by id) - 1, id from tenants t
      where $1::uuid is null or exists (select from tenant_closure c where c.ancestor_id = $1::uuid and c.descendant_id = t.id)`
    await client.query(places, [top])
    await client.query('create temporary table mix (upto integer, type text, outcome text)')
    let upTo = 0
    for (const [type, outcome, percent] of mix) {
      upTo += percent
      await client.query('insert into mix values ($1, $2, $3)', [upTo, type, outcome])
    }
    for (let first = from; first < until; first += atOnce) {
      const some = Math.min(atOnce, until - first)
      await client.query(insertion, [some, `${days} days`, 1 - first / count, some / count])
    }
  })
}

/** Of addresses few fail often and many seldom; ids begin with their time, as those of the service do. */
const insertion = `
  insert into events (id, tenant_id, type, actor_kind, outcome, person, created_at)
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid,
    p.id, m.type, 'system', m.outcome, jsonb_build_object('ipAddress', ('10.0.0.0'::inet + (power(r.address, 3) * ${addresses})::bigint)::text), at
  from (select now() - ($3::float8 - random() * $4::float8) * $2::interval as at, floor(random() * (select count(*) from places))::integer as place,
      floor(random() * 100)::integer as kind, random() as address from generate_series(1, $1)) r
    join places p on p.n = r.place
    cross join lateral (select type, outcome from mix where upto > r.kind order by upto limit 1) m`

const scoped = `(
  select null::uuid as scope_id, type, outcome, person, created_at from events where tenant_id is not null
  union all
  select c.ancestor_id, type, outcome, person, created_at from events e join tenant_closure c on c.descendant_id = e.tenant_id) s`
const day = `(created_at at time zone 'UTC')::date`
const quarter = `floor(extract(epoch from created_at - date_trunc('day', created_at, 'UTC')) / 900)::integer`

const kept = [
  'truncate event_counts, failed_addresses, failed_address_days',
  `insert into event_counts (scope_id, day, type, outcome, n, quarters)
  select scope_id, day, type, outcome, sum(n), sum_counts(array_fill(n, array[1], array[quarter])) from (
    select scope_id, ${day} as day, ${quarter} as quarter, type, outcome, count(*)::integer as n from ${scoped} group by 1, 2, 3, 4, 5) q
  group by 1, 2, 3, 4`,
  `insert into failed_addresses (scope_id, day, address, n, hours, last_at)
  select scope_id, day, address, sum(n), sum_counts(array_fill(n, array[1], array[hour])), max(at) from (
    select scope_id, ${day} as day, (person->>'ipAddress')::inet as address, extract(hour from created_at at time zone 'UTC')::integer as hour,
      count(*)::integer as n, max(created_at) as at
    from ${scoped} where type = 'auth.login.failed' group by 1, 2, 3, 4) h
  group by 1, 2, 3`,
  'insert into failed_address_days (scope_id, day, addresses) select scope_id, day, count(*) from failed_addresses group by 1, 2',
]

import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { before, daysMs, utcDate } from '#core/clock.ts'
import type { Context } from '#db/rows/context.ts'
import { ofScope } from './dashboard.counts.ts'
import type { TopBlockedIps } from './dashboard.schema.ts'

/** So many failures within 24 hours make an address a blocked one. */
const blockedFrom = 10
/** No more of them are counted. */
const mostBlocked = 1000
/** So many of each day's worst may be the worst of all days together. */
const worstOfDay = 25

/**
 * Addresses that failed ten times or more in the last 24 hours, to the hour, in the caller's scope. Whoever did, did at least half of it on one of two
 * days: only those are looked at, and the other day of one alone that lacks less than half.
 */
export async function countBlocked(ctx: Context): Promise<number> {
  const since = before(ctx.now, daysMs(1))
  const days = [utcDate(since), utcDate(ctx.now)] as const
  const half = blockedFrom / 2
  const ofDays = sql`${ofScope(ctx)} and c.day = any(${days}::date[])`
  const isFirst = sql`c.day = ${days[0]}::date`
  const { rows } = await sql<{ n: number }>`
    with often as materialized (
      select c.address, count(*) as days, sum(c.n) as n, max(case when ${isFirst} then c.hours end) as hours,
        min(case when ${isFirst} then ${days[1]}::date else ${days[0]}::date end) as other_day
      from failed_addresses c where ${ofDays} and c.n >= ${half} group by c.address
    )
    select count(*)::integer as n from (
      select from often o cross join lateral (select o.n - ${hoursBefore('o', since)} as n offset 0) own
      where own.n >= ${blockedFrom} or (o.days = 1 and own.n > ${half} and own.n + coalesce((
        select case when ${isFirst} then c.n - ${hoursBefore('c', since)} else c.n end
        from failed_addresses c where ${ofScope(ctx)} and c.address = o.address and c.day = o.other_day and c.n < ${half}), 0) >= ${blockedFrom})
      limit ${mostBlocked}) blocked`.execute(ctx.db)
  return rows[0]!.n
}

/** What of a day came in the whole hours before this moment. Each hour is named: an aggregate for each row would take ten times as long. */
const hoursBefore = (table: 'o' | 'c', since: Date): RawBuilder<number> =>
  since.getUTCHours() === 0
    ? sql`0`
    : sql`(${sql.join(
        Array.from({ length: since.getUTCHours() }, (_, hour) => sql`coalesce(${sql.ref(`${table}.hours`)}[${sql.lit(hour)}], 0)`),
        sql` + `,
      )})`

/**
 * The addresses that failed most often in the caller's scope, in so many days (UTC) together with today. Of each day its worst are compared; what is told of
 * those that are shown is whole. They are ordered by the whole index: of a scope that is null PostgreSQL does not see that it is one, and would
 * sort all addresses of each day.
 */
export async function readWorst(ctx: Context, { days, limit }: { days: number; limit: number }): Promise<z.input<typeof TopBlockedIps>> {
  const first = utcDate(before(ctx.now, daysMs(days - 1)))
  const [{ rows: items }, { rows: others }] = await Promise.all([
    sql<z.input<typeof TopBlockedIps>['items'][number]>`
      with worst as materialized (
        select own.address from generate_series(${first}::date, ${utcDate(ctx.now)}::date, '1 day') as d (day)
          cross join lateral (select c.address, c.n from failed_addresses c where ${ofScope(ctx)} and c.day = d.day::date
            order by c.scope_id desc, c.day desc, c.n desc limit ${worstOfDay}) own
        group by own.address order by sum(own.n) desc limit ${2 * limit}
      )
      select abbrev(worst.address) as ip_address, own.attempts, own.last_attempt_at
      from worst cross join lateral (
        select sum(c.n)::integer as attempts, max(c.last_at) as last_attempt_at
        from failed_addresses c where ${ofScope(ctx)} and c.address = worst.address and c.day >= ${first}::date) own
      order by own.attempts desc, own.last_attempt_at desc, worst.address limit ${limit}`.execute(ctx.db),
    sql<{ n: number }>`
      select coalesce(sum(c.others), 0)::integer as n from failed_address_days c where ${ofScope(ctx)} and c.day >= ${first}::date`.execute(
      ctx.db,
    ),
  ])
  return { items, otherAttempts: others[0]!.n }
}

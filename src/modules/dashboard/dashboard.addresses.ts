import { sql } from 'kysely'
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
 * days: only those are looked at.
 */
export async function countBlocked(ctx: Context): Promise<number> {
  const since = before(ctx.now, daysMs(1))
  const days = [utcDate(since), utcDate(ctx.now)]
  const { rows } = await sql<{ n: number }>`
    with often as materialized (
      select distinct c.address from failed_addresses c
      where ${ofScope(ctx)} and c.day = any(${days}::date[]) and c.n >= ${blockedFrom / 2}
    )
    select count(*)::integer as n from (
      select from often cross join lateral (
        select sum(case when c.day = ${days[0]}::date
          then c.n - (select coalesce(sum(h), 0) from unnest(c.hours[:${since.getUTCHours()}::integer - 1]) h) else c.n end) as failures
        from failed_addresses c where ${ofScope(ctx)} and c.address = often.address and c.day = any(${days}::date[])) own
      where own.failures >= ${blockedFrom} limit ${mostBlocked}) blocked`.execute(ctx.db)
  return rows[0]!.n
}

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

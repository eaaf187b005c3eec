import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { daysMs, utcDate } from '#core/clock.ts'
import { type LocalDay, quarterMs, quarterOf } from '#core/local-days.ts'
import type { Context } from '#db/rows/context.ts'
import type { EventName } from '#events/catalog.ts'

const slotsOfDay = daysMs(1) / quarterMs

/**
 * That a row of kept numbers (of a table by the alias `c`) is the caller's: each counts for the own tenant with all below it, or for
 * everything.
 */
export const ofScope = ({ actor }: Pick<Context, 'actor'>): RawBuilder<SqlBool> =>
  actor.tenantId === null ? sql<SqlBool>`c.scope_id is null` : sql<SqlBool>`c.scope_id = ${actor.tenantId}::uuid`

/** A moment as the day (UTC) and the quarter of an hour that it lies in. */
function slotOf(at: Date): { day: string; slot: number } {
  return { day: utcDate(at), slot: quarterOf(at) }
}

/**
 * How many of a row of `event_counts c` lay before a quarter of an hour of its day. What is known by day alone counts as of noon. What a
 * build without quarters counted beside this one is in `n` alone, and so counts as of the end of the day: no total loses it.
 */
const countBefore = (slot: RawBuilder<unknown>) => sql`case
  when ${slot} <= 0 then 0
  when ${slot} >= ${slotsOfDay} then c.n
  when c.quarters is null then case when ${slot} > 48 then c.n else 0 end
  else (select coalesce(sum(q), 0) from unnest(c.quarters[:${slot} - 1]) q)
end`

/** How often each type of event happened since the beginning of the quarter of an hour that `since` lies in, the most frequent first. */
export async function countsSince(
  ctx: Context,
  since: Date,
  types: readonly EventName[] | null = null,
): Promise<{ type: string; n: number }[]> {
  const { day, slot } = slotOf(since)
  const { rows } = await sql<{ type: string; n: number }>`
    select c.type, sum(case when c.day = ${day}::date then c.n - ${countBefore(sql`${slot}::integer`)} else c.n end)::integer as n
    from event_counts c where ${ofScope(ctx)} and c.day >= ${day}::date ${types === null ? sql`` : sql`and c.type = any(${types}::text[])`}
    group by c.type order by n desc, c.type`.execute(ctx.db)
  return rows.filter(({ n }) => n > 0)
}

/** How often events of these types happened on each of some days of a zone: type to number, by the place of the day. */
export async function countsOfDays(
  ctx: Context,
  days: readonly LocalDay[],
  types: readonly EventName[],
): Promise<ReadonlyMap<string, number>[]> {
  const pieces = days.flatMap(piecesOf)
  const { rows } = await sql<{ place: number; type: string; n: number }>`
    select p.place, c.type, sum(${countBefore(sql`p.until`)} - ${countBefore(sql`p.since`)})::integer as n
    from unnest(${pieces.map(({ place }) => place)}::integer[], ${pieces.map(({ day }) => day)}::date[],
      ${pieces.map(({ since }) => since)}::integer[], ${pieces.map(({ until }) => until)}::integer[]) as p (place, day, since, until)
      join event_counts c on c.day = p.day
    where ${ofScope(ctx)} and c.type = any(${types}::text[]) and c.day between ${pieces[0]?.day}::date and ${pieces.at(-1)?.day}::date
    group by p.place, c.type`.execute(ctx.db)
  const counts = days.map(() => new Map<string, number>())
  for (const { place, type, n } of rows) counts[place]!.set(type, n)
  return counts
}

interface Piece {
  readonly place: number
  readonly day: string
  readonly since: number
  readonly until: number
}

/** A day of a zone as pieces of the UTC days that it lies in: mostly two, in UTC one. */
function piecesOf({ from, to }: LocalDay, place: number): Piece[] {
  const pieces: Piece[] = []
  for (let at = from; at < to; ) {
    const { day, slot } = slotOf(at)
    const midnight = new Date(Date.parse(`${day}T00:00:00Z`) + daysMs(1))
    const end = to < midnight ? to : midnight
    pieces.push({ place, day, since: slot, until: end < midnight ? slotOf(end).slot : slotsOfDay })
    at = end
  }
  return pieces
}

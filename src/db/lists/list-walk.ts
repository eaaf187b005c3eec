import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { firstUuidAt, timeOfUuid } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { listLimits } from './list-limits.ts'
import { all, ownConditions, rowConditions } from './list-plan.ts'

/** What of the log is walked over: `inside` is known to its indexes (time, one tenant, one trace), `hit` is looked at row by row. */
export interface WalkConditions {
  readonly inside: readonly RawBuilder<SqlBool>[]
  readonly hit: readonly RawBuilder<SqlBool>[]
  /** One tenant or one trace is meant: an index gives its rows by themselves. */
  readonly isNarrow: boolean
}

/** Where a walk is, newest first. */
export interface WalkPlace {
  /** All from this id on is behind it. */
  readonly before: string
  /** How many rows the next step reads, and over what time at most where it goes tenant by tenant; found out as it goes. */
  readonly rows: number
  readonly spanMs: number
}

/** The ids that one step found, newest first, and where the next begins; null behind the last. */
export interface WalkStep {
  readonly ids: readonly string[]
  readonly next: WalkPlace | null
}

const firstSpanMs = 60_000
/** Longer than there are ids. */
const longestSpanMs = 100 * 366 * 86_400_000

/** A walk that begins with the newest row before an id. */
export const walkFrom = (before: string): WalkPlace => ({ before, rows: listLimits.firstStep, spanMs: firstSpanMs })

/**
 * One step over the log, newest first, that reads a bounded number of rows, whatever it finds among them: millions of rows are walked
 * over without a transaction, and no statement of it takes long.
 *
 * The platform and a scope of very many tenants walk along the log itself. Others walk tenant by tenant, each step over a span of time that
 * grows and shrinks so that about as many rows lie in it as a step may read: else a quiet tenant would read everybody's.
 */
export async function walkStep(ctx: Context, { inside, hit, isNarrow }: WalkConditions, place: WalkPlace): Promise<WalkStep> {
  const { tenantId } = ctx.actor
  const isByTenant = !isNarrow && tenantId !== null && ctx.service.tenants.subtreeSize(tenantId) <= listLimits.walkedTenants
  const lower = isByTenant ? firstUuidAt(new Date(timeOfUuid(place.before).getTime() - place.spanMs)) : null
  const gate = isByTenant ? [] : rowConditions(ctx, 'events')
  const within = [...ownConditions(ctx, 'events'), sql<SqlBool>`events.id < ${place.before}::uuid`, ...inside]
  if (lower !== null) within.push(sql<SqlBool>`events.id >= ${lower}::uuid`)
  const newest = sql`order by events.id desc limit ${place.rows}`
  const rows = isByTenant
    ? sql`select events.* from tenant_closure cross join lateral (
        select * from events where events.tenant_id = tenant_closure.descendant_id and ${all(within)} ${newest}) events
      where tenant_closure.ancestor_id = ${tenantId} ${newest}`
    : sql`select * from events where ${all(within)} ${newest}`
  const found = await sql<{ read: number; lastId: string | null; id: string | null }>`
    with walked as materialized (select events.id, (${all([...hit, ...gate])}) as hit from (${rows}) events)
    select /* list: step */ total.read, last.id as last_id, found.id
    from (select count(*)::integer as read from walked) total
      left join (select id from walked order by id limit 1) last on true
      left join (select id from walked where hit) found on true
    order by found.id desc`.execute(ctx.db)
  const { read, lastId } = found.rows[0]!
  const ids = found.rows.flatMap(({ id }) => id ?? [])
  return { ids, next: nextPlace(place, { read, lastId, lower, hits: ids.length }) }
}

interface Walked {
  readonly read: number
  readonly lastId: string | null
  readonly lower: string | null
  readonly hits: number
}

function nextPlace({ rows, spanMs }: WalkPlace, { read, lastId, lower, hits }: Walked): WalkPlace | null {
  const { step, sparseStep } = listLimits
  const isFull = read >= rows
  const isSparse = hits * 8 < read
  const before = isFull ? lastId : lower
  if (before === null || timeOfUuid(before).getTime() === 0) return null
  // a step tenant by tenant reads so many rows of each, where its span turns out to hold more than it should
  const most = lower === null && isSparse ? sparseStep : step
  const nextSpanMs = isFull ? spanMs / 2 : read * 3 < step ? spanMs * 4 : spanMs
  return { before, rows: most, spanMs: Math.min(Math.max(1, nextSpanMs), longestSpanMs) }
}

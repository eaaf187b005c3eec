import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { before, daysMs, utcDate } from '#core/clock.ts'
import { firstUuidAt } from '#core/uuid.ts'
import { readPageIds } from '#db/lists/list-pages.ts'
import type { Context } from '#db/rows/context.ts'
import { scopeOf } from '#db/rows/owned.ts'
import { type EventName, eventCatalog } from '#events/catalog.ts'
import { failedAttempts } from '#events/failed-addresses.ts'
import { loadInOrder } from '#modules/audit/audit.entries.ts'
import { countBlocked } from './dashboard.addresses.ts'
import { countsSince, ofScope } from './dashboard.counts.ts'
import type { SecurityEvents } from './dashboard.schema.ts'

type Security = z.input<typeof SecurityEvents>

/** Failures and refusals that are always in the log. */
const alarming = (Object.keys(eventCatalog) as EventName[]).filter(
  (name) => eventCatalog[name].security && eventCatalog[name].outcome !== 'success',
)
const shown = 10
const mostLocked = 10_000
const recentDays = 30

/**
 * What of the last day, and of now, is to be looked at: of the own tenant and all below it.
 * @param scope the part of it that is asked for; who stands outside that part is named all the same
 */
export async function readSecurity(ctx: Context, scope: Context): Promise<Security> {
  const [attempts, lockedAccounts, blockedIps, recent] = await Promise.all([
    countsSince(scope, before(ctx.now, daysMs(1)), failedAttempts),
    countLocked(scope),
    countBlocked(scope),
    readRecent(scope),
  ])
  return {
    bruteForceAttempts: attempts.reduce((sum, { n }) => sum + n, 0),
    lockedAccounts,
    blockedIps,
    recent: await loadInOrder(ctx, recent),
  }
}

// unscoped: by the caller's scope, written out
async function countLocked(ctx: Context): Promise<number> {
  const scope = scopeOf(ctx.actor, 'account_activity.tenant_id')
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from account_activity where locked_until > ${ctx.now} and deleted_at is null ${scope ? sql`and ${scope}` : sql``}
      limit ${mostLocked}) locked`.execute(ctx.db)
  return rows[0]!.n
}

/** The newest, behind the day on which the kept numbers say that there were as many: where there are none nothing is looked for. */
async function readRecent(ctx: Context): Promise<string[]> {
  const since = utcDate(before(ctx.now, daysMs(recentDays)))
  const { rows: days } = await sql<{ day: string; n: number }>`
    select c.day, sum(c.n)::integer as n from event_counts c
    where ${ofScope(ctx)} and c.day >= ${since}::date and c.type = any(${alarming}::text[]) group by c.day order by c.day desc`.execute(
    ctx.db,
  )
  const begin = beginOf(days)
  if (begin === null) return []
  const found = await readPageIds(ctx, {
    table: 'events',
    sort: { by: sql`events.id`, type: 'uuid', isIndexed: true },
    direction: 'desc',
    where: [sql<SqlBool>`events.id >= ${firstUuidAt(new Date(begin))}::uuid`, sql<SqlBool>`events.type = any(${alarming}::text[])`],
    isNarrow: false,
    after: null,
    offset: 0,
    limit: shown,
  })
  return found.map(({ id }) => id)
}

/** The day behind which there are enough, of days in falling order; null where there is none. */
function beginOf(days: readonly { readonly day: string; readonly n: number }[]): string | null {
  let found = 0
  for (const { day, n } of days) {
    found += n
    if (found >= shown) return day
  }
  return days.at(-1)?.day ?? null
}

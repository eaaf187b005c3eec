import { type SqlBool, sql } from 'kysely'
import { likePattern, type PageQuery } from '#db/lists/list-query.ts'
import { type Page, type Place, readPage } from '#db/lists/read-page.ts'
import type { Context } from '#db/rows/context.ts'

/** One event of the caller's own account, as its owner sees it. */
export interface SecurityLogEntry {
  id: string
  event: string
  outcome: 'success' | 'failure' | 'denied'
  ipAddress: string | null
  deviceInfo: string | null
  location: null
  createdAt: Date
  details: Record<string, unknown>
}

interface Row {
  id: string
  type: string
  outcome: SecurityLogEntry['outcome']
  actorId: string | null
  createdAt: Date
  data: Record<string, unknown>
  person: { ipAddress?: string; userAgent?: string | null; data?: Record<string, unknown> } | null
}

/** Sign-ins, password and two-factor changes of the caller, newest first. Where others acted from is not told. */
// unscoped: the caller's own security log
export async function readSecurityLog(ctx: Context, query: PageQuery<'createdAt'>): Promise<Page<SecurityLogEntry>> {
  const { sortDirection, search } = query
  const binding = JSON.stringify(['security-log', ctx.actor.id, sortDirection, search ?? null])
  const found = sql`from security_log l join events e on e.id = l.event_id
    where l.account_id = ${ctx.actor.id} and ${search ? sql<SqlBool>`e.type ilike ${likePattern(search)}` : sql<SqlBool>`true`}`
  const order = sortDirection === 'asc' ? { sign: sql`>`, word: sql`asc` } : { sign: sql`<`, word: sql`desc` }
  async function readAt({ after, offset, limit }: Place) {
    const { rows: counts } = await sql<{ n: number }>`select count(*)::int as n ${found}`.execute(ctx.db)
    const beyond = after ? sql`and l.event_id ${order.sign} ${after.id}::uuid` : sql``
    const { rows } = await sql<Row>`
      select e.id, e.type, e.outcome, e.actor_id, e.created_at, e.data, e.person ${found} ${beyond}
      order by l.event_id ${order.word} limit ${limit} offset ${offset}`.execute(ctx.db)
    return { rows: rows.map((row) => ({ ...row, key: row.id })), total: { count: counts[0]?.n ?? 0, isCapped: false } }
  }
  return await readPage(ctx, query, binding, readAt, (shown) => shown.map((row) => entryOf(ctx, row)))
}

function entryOf(ctx: Context, { id, type, outcome, actorId, createdAt, data, person }: Row): SecurityLogEntry {
  const isOthers = actorId !== null && actorId !== ctx.actor.id
  const told = isOthers ? {} : (person ?? {})
  const { deviceInfo, ...personal } = told.data ?? {}
  return {
    id,
    event: type,
    outcome,
    ipAddress: told.ipAddress || null,
    deviceInfo: typeof deviceInfo === 'string' ? deviceInfo : (told.userAgent ?? null),
    location: null,
    createdAt,
    details: { ...data, ...personal },
  }
}

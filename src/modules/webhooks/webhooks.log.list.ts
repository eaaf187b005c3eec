import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { daysMs } from '#core/clock.ts'
import { all } from '#db/lists/list-plan.ts'
import { booleanFilter, type ListFilter, type ListFilters, pageSchemaOf, querySchemaOf, textFilter } from '#db/lists/list-query.ts'
import { type Page, type Place, type RowsRead, readPage } from '#db/lists/read-page.ts'
import { searchedId } from '#db/lists/text-search.ts'
import type { Context } from '#db/rows/context.ts'
import { loadDeliveries, type ShownDelivery } from './webhooks.log.queries.ts'
import { deliveryStatuses, WebhookDelivery } from './webhooks.log.schema.ts'
import { findWebhook } from './webhooks.queries.ts'

/** One reading goes no further, whatever its filters leave; the next page goes on from there. Tests lower it. */
export const logLimits = { walked: 10_000 }

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()])
const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'none'] as const

/** Some of these words, with commas between them. */
function wordsFilter(words: readonly string[], description: string, where: (chosen: string[]) => RawBuilder<SqlBool>): ListFilter<string> {
  const one = `(?:${words.join('|')})`
  const text = z.string().regex(new RegExp(`^${one}(?:,${one})*$`))
  return {
    description: `${description}: ${words.join(', ')}, with commas between them`,
    body: text,
    query: text,
    where: (given) => where(given.split(',')),
  }
}

const moment = (description: string, where: (text: string) => RawBuilder<SqlBool>): ListFilter<string> => ({
  description,
  body: Moment,
  query: Moment,
  where,
})

/** What the index of the log has. */
const bounds = {
  from: moment('From this moment on, or from the beginning of this day (UTC)', (text) => sql<SqlBool>`d.created_at >= ${new Date(text)}`),
  to: moment('Up to this moment, or to the end of this day (UTC)', (text) => {
    const end = new Date(new Date(text).getTime() + (text.includes('T') ? 1 : daysMs(1)))
    return sql<SqlBool>`d.created_at < ${end}`
  }),
} satisfies ListFilters

const filters = {
  status: wordsFilter(deliveryStatuses, 'In one of these states', (chosen) => sql<SqlBool>`d.status = any(${chosen}::text[])`),
  event: textFilter('d.event', 'Of this event, by its exact name'),
  httpStatusClass: wordsFilter(statusClasses, 'Whose latest answer is of one of these classes', (chosen) => {
    const numbers = chosen.filter((name) => name !== 'none').map((name) => Number(name[0]))
    const ofNone = sql<SqlBool>`(${chosen.includes('none')} and d.http_status is null)`
    return sql<SqlBool>`(${ofNone} or d.http_status / 100 = any(${numbers}::integer[]))`
  }),
  isTest: booleanFilter('d.is_test', 'Whether it is a test'),
} satisfies ListFilters

export const LogQuery = querySchemaOf({ ...filters, ...bounds }, ['createdAt'])
export const LogPage = pageSchemaOf('WebhookDeliveryPage', WebhookDelivery, {
  isTotalCapped: z.literal(true).optional().meta({
    description:
      'Counting ended; there may be more than `totalCount`. Follow `nextCursor` until it is null: a page may hold fewer than `pageSize`, even none, before that',
  }),
})

interface Row {
  readonly id: string
  readonly key: string
}

/**
 * A page of what was sent to a subscription and is still to be, the newest first. A search finds the delivery of that very id.
 * @throws AppError 404 unknown or foreign, 400 for a bad cursor
 */
export async function readLog(ctx: Context, id: string, query: z.output<typeof LogQuery>): Promise<Page<ShownDelivery>> {
  const { id: webhookId } = await findWebhook(ctx, id)
  const given = { ...query } as Record<string, unknown>
  const conditionsOf = (some: ListFilters) =>
    Object.entries(some).flatMap(([name, { where }]) => (given[name] === undefined ? [] : [where(given[name], ctx)]))
  const text = query.search?.trim()
  const found = text ? [searchedId(text) ? sql<SqlBool>`d.id = ${searchedId(text)}` : sql<SqlBool>`false`] : []
  // literally, or the planner does not know the index of just these
  const ofFailed = given.status === 'Failed' ? [sql<SqlBool>`d.status = 'Failed'`] : []
  const walk = {
    direction: query.sortDirection,
    within: [sql<SqlBool>`d.webhook_id = ${webhookId}`, ...found, ...ofFailed, ...conditionsOf(bounds)],
    left: conditionsOf(filters),
  }
  const names = ['sortDirection', 'search', ...Object.keys(filters), ...Object.keys(bounds)]
  const binding = JSON.stringify(['webhook log', webhookId, names.map((name) => given[name] ?? null)])
  return await readPage(
    ctx,
    query,
    binding,
    (place) => readWalk(ctx, walk, place),
    (rows) =>
      loadDeliveries(
        ctx,
        rows.map((row) => row.id),
      ),
  )
}

interface Walk {
  readonly direction: 'asc' | 'desc'
  /** By the index. */
  readonly within: readonly RawBuilder<SqlBool>[]
  /** Asked of each row that is passed. */
  readonly left: readonly RawBuilder<SqlBool>[]
}

async function readWalk(ctx: Context, { direction, within, left }: Walk, { after, offset, limit }: Place): Promise<RowsRead<Row>> {
  const dir = sql.raw(direction)
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  // without them the index alone is read
  const asked = left.length > 0 ? sql`, d.status, d.event, d.http_status, d.is_test` : sql``
  const passed = (conditions: readonly RawBuilder<SqlBool>[]) => sql`
    select d.id, d.created_at ${asked} from webhook_deliveries d
    where ${all(conditions)} order by d.created_at ${dir}, d.id ${dir} limit ${logLimits.walked}`
  const position = after ? [sql<SqlBool>`(d.created_at, d.id) ${beyond} (${after.key}::timestamptz, ${after.id}::uuid)`] : []
  const { rows } = await sql<{ page: Row[] | null; end: Row | null; passed: number; counted: number; found: number }>`
    with walk as materialized (${passed([...within, ...position])}),
      counting as (${after ? passed(within) : sql`select * from walk`}),
      page as (select d.id, d.created_at from walk d where ${all(left)} order by d.created_at ${dir}, d.id ${dir} offset ${offset} limit ${limit})
    select (select jsonb_agg(jsonb_build_object('id', id, 'key', created_at::text) order by created_at ${dir}, id ${dir}) from page) as page,
      (select jsonb_build_object('id', id, 'key', created_at::text) from walk
        order by created_at ${sql.raw(direction === 'asc' ? 'desc' : 'asc')}, id ${sql.raw(direction === 'asc' ? 'desc' : 'asc')} limit 1) as end,
      (select count(*)::integer from walk) as passed, (select count(*)::integer from counting) as counted,
      (select count(*)::integer from counting d where ${all(left)}) as found`.execute(ctx.db)
  const [read] = rows
  const isBroken = read!.passed >= logLimits.walked
  return {
    rows: read!.page ?? [],
    total: { count: read!.found, isCapped: read!.counted >= logLimits.walked },
    end: isBroken ? read!.end : null,
  }
}

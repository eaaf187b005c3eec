import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { listLimits } from '#db/lists/list-limits.ts'
import { type FilterValues, likePattern, type PageQuery } from '#db/lists/list-query.ts'
import { type Page, type Place, readPage } from '#db/lists/read-page.ts'
import type { Context } from '#db/rows/context.ts'
import { type NamedActor, nameActors } from './notification-actors.ts'
import { notificationFilters } from './notifications.filters.ts'
import type { Notification } from './notifications.schema.ts'

type Shown = z.input<typeof Notification>

/** One as it is stored. */
export interface NotificationRow extends Omit<Shown, 'isRead' | 'actor'> {
  readonly accountId: string
  readonly seq: number
  readonly readAt: Date | null
  readonly actorId: string | null
}

/** What is read of a notification. */
export const notificationColumns = sql.raw(
  'notifications.id, notifications.account_id, notifications.seq, notifications.type, notifications.title, notifications.body, notifications.severity, notifications.data, notifications.link, notifications.read_at, notifications.created_at, notifications.actor_id, notifications.tenant_id',
)

/** As it is shown to its owner. */
export function shownNotification({ accountId: _, seq: __, actorId, ...row }: NotificationRow, actor: NamedActor | null): Shown {
  return { ...row, isRead: row.readAt !== null, actor: actorId === null ? null : actor }
}

async function shownTo(ctx: Context, rows: readonly NotificationRow[]): Promise<Shown[]> {
  const named = await nameActors(
    ctx.db,
    rows.map(({ actorId }) => ({ reader: ctx.actor, actorId })),
  )
  return rows.map((row, at) => shownNotification(row, named[at] ?? null))
}

type Query = PageQuery<'createdAt'> & FilterValues<typeof notificationFilters>

/** The caller's own, newest first, with how many are unread. @throws AppError 400 for a bad cursor */
// unscoped: the caller's own
export async function listNotifications(ctx: Context, query: Query): Promise<Page<Shown> & { unreadCount: number }> {
  const { sortDirection, search } = query
  const names = Object.keys(notificationFilters) as (keyof typeof notificationFilters)[]
  const given = names.filter((name) => query[name] !== undefined)
  const conditions: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`notifications.account_id = ${ctx.actor.id}`,
    ...given.map((name) => notificationFilters[name].where(query[name] as never, ctx)),
    ...(search
      ? [sql<SqlBool>`(notifications.title ilike ${likePattern(search)} or notifications.body ilike ${likePattern(search)})`]
      : []),
  ]
  const found = sql`from notifications where ${sql.join(conditions, sql` and `)}`
  const order = sortDirection === 'asc' ? { sign: sql`>`, word: sql`asc` } : { sign: sql`<`, word: sql`desc` }
  const binding = JSON.stringify(['notifications', ctx.actor.id, sortDirection, search ?? null, names.map((name) => query[name] ?? null)])
  async function readAt({ after, offset, limit }: Place) {
    const { rows: counts } = await sql<{ n: number }>`
      select count(*)::integer as n from (select ${found} limit ${listLimits.counted + 1}) counted`.execute(ctx.db)
    const n = counts[0]!.n
    const beyond = after ? sql`and seq ${order.sign} ${Number(after.key)}` : sql``
    const { rows } = await sql<NotificationRow>`
      select ${notificationColumns} ${found} ${beyond} order by seq ${order.word} limit ${limit} offset ${offset}`.execute(ctx.db)
    const total = { count: Math.min(n, listLimits.counted), isCapped: n > listLimits.counted }
    return { rows: rows.map((row) => ({ ...row, key: String(row.seq) })), total }
  }
  const page = await readPage(ctx, query, binding, readAt, (shown) =>
    shownTo(
      ctx,
      shown.map(({ key: _, ...row }) => row),
    ),
  )
  return { ...page, unreadCount: await countUnread(ctx) }
}

/** How many of the caller's own are unread, from the kept number. */
// unscoped: the caller's own
export async function countUnread(ctx: Context): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select unread from notification_boxes where account_id = ${ctx.actor.id}`.execute(ctx.db)
  return rows[0]?.unread ?? 0
}

/** One of the caller's own. @throws AppError 404 unknown, deleted or somebody else's */
// unscoped: the caller's own
export async function loadNotification(ctx: Context, id: string): Promise<Shown> {
  const { rows } = await sql<NotificationRow>`
    select ${notificationColumns} from notifications where id = ${id} and account_id = ${ctx.actor.id}`.execute(ctx.db)
  const [shown] = await shownTo(ctx, rows)
  if (!shown) throw notFound()
  return shown
}

import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { changeFor, type NotificationChange } from './notification-signals.ts'
import { loadNotification } from './notifications.queries.ts'
import type { AffectedNotifications, Notification } from './notifications.schema.ts'

const mostAtOnce = 5000

interface Box {
  readonly lastSeq: number
}

/** Locks the caller's own box; null for one who was never told anything. */
// unscoped: the caller's own
async function lockBox(ctx: Context): Promise<Box | null> {
  const { rows } = await sql<Box>`
    select last_seq from notification_boxes where account_id = ${ctx.actor.id} for no key update`.execute(ctx.db)
  return rows[0] ?? null
}

type Change = NotificationChange extends infer C ? (C extends NotificationChange ? Omit<C, 'n' | 'at'> : never) : never

/** Counts a change of the locked box, with so many fewer that are unread, and has the live streams told once it is committed. */
// unscoped: the caller's own
async function countChange(ctx: Context, change: Change, fewerUnread: number): Promise<void> {
  const { rows } = await sql<{ changes: number }>`
    update notification_boxes set unread = unread - ${fewerUnread}, changes = changes + 1
    where account_id = ${ctx.actor.id} returning changes`.execute(ctx.db)
  ctx.wakes.add(changeFor(ctx.actor.id, { ...change, n: rows[0]!.changes, at: ctx.now } as NotificationChange))
}

/** Marks one of the caller's own as read; done again it changes nothing. @throws AppError 404 unknown, deleted or somebody else's */
// unscoped: the caller's own
export async function markRead(ctx: Context, id: string): Promise<z.input<typeof Notification>> {
  if (!(await lockBox(ctx))) throw notFound()
  const read = await sql`
    update notifications set read_at = ${ctx.now} where id = ${id} and account_id = ${ctx.actor.id} and read_at is null`.execute(ctx.db)
  if (read.numAffectedRows === 1n) await countChange(ctx, { what: 'read', id }, 1)
  return await loadNotification(ctx, id)
}

/** Marks one of the caller's own as unread again; done again it changes nothing. @throws AppError 404 unknown, deleted or somebody else's */
// unscoped: the caller's own
export async function markUnread(ctx: Context, id: string): Promise<z.input<typeof Notification>> {
  if (!(await lockBox(ctx))) throw notFound()
  const unread = await sql`
    update notifications set read_at = null where id = ${id} and account_id = ${ctx.actor.id} and read_at is not null`.execute(ctx.db)
  if (unread.numAffectedRows === 1n) await countChange(ctx, { what: 'unread', id }, -1)
  return await loadNotification(ctx, id)
}

/** Marks as read what was there when it was asked for; some at a time, so that nobody who is told meanwhile waits long. */
// unscoped: the caller's own
export async function markAllRead(ctx: Context): Promise<z.input<typeof AffectedNotifications>> {
  let affected = 0
  let upTo: number | null = null
  for (let n = mostAtOnce; n === mostAtOnce; affected += n) {
    n = await transact(ctx, async (ctx) => {
      const box = await lockBox(ctx)
      if (!box) return 0
      upTo ??= box.lastSeq
      const { numAffectedRows } = await sql`
        update notifications set read_at = ${ctx.now} where account_id = ${ctx.actor.id} and read_at is null and seq = any(array(
          select seq from notifications where account_id = ${ctx.actor.id} and read_at is null and seq <= ${upTo}
          order by seq limit ${mostAtOnce}))`.execute(ctx.db)
      const read = Number(numAffectedRows ?? 0n)
      if (read > 0) await countChange(ctx, { what: 'read_all', id: null }, read)
      return read
    })
  }
  return { affected, message: message('records_affected', ctx.language, { count: affected }) }
}

/** Deletes one of the caller's own, for good. @throws AppError 404 unknown, deleted before or somebody else's */
// unscoped: the caller's own
export async function deleteNotification(ctx: Context, id: string): Promise<void> {
  if (!(await lockBox(ctx))) throw notFound()
  const { rows } = await sql<{ readAt: Date | null }>`
    delete from notifications where id = ${id} and account_id = ${ctx.actor.id} returning read_at`.execute(ctx.db)
  const [deleted] = rows
  if (!deleted) throw notFound()
  await countChange(ctx, { what: 'deleted', id }, deleted.readAt === null ? 1 : 0)
}

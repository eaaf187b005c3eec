import { type Kysely, sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { type NotificationRow, notificationColumns } from './notifications.queries.ts'

/** How many live streams an account may have, over all processes. */
const mostStreams = 5

/** What a stream has to know of its owner's box. */
export interface ListenedBox {
  readonly lastSeq: number
  readonly unread: number
  readonly changes: number
  /** Ids of the streams that are open. */
  readonly streams: readonly string[]
}

/** Puts a stream into the caller's box, and the oldest out where there are too many: who finds its own out of it ends it. */
// unscoped: the caller's own
export async function openInBox(ctx: Context, streamId: string): Promise<ListenedBox> {
  const { rows } = await sql<ListenedBox>`
    insert into notification_boxes (account_id, streams) select id, array[${streamId}::uuid] from accounts where id = ${ctx.actor.id}
    on conflict (account_id) do update
      set streams = (notification_boxes.streams || excluded.streams)[greatest(1, cardinality(notification_boxes.streams) + 2 - ${mostStreams}):]
    returning last_seq, unread, changes, streams`.execute(ctx.service.database.kysely)
  if (!rows[0]) throw notFound()
  return rows[0]
}

// unscoped: a process reads for the accounts whose streams it has open
export async function readBoxes(db: Kysely<Tables>, accountIds: readonly string[]): Promise<Map<string, ListenedBox>> {
  const { rows } = await sql<ListenedBox & { accountId: string }>`
    select account_id, last_seq, unread, changes, streams from notification_boxes
    where account_id = any(${accountIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.accountId, row]))
}

/** What each account was told since its number, `limit` at most, the oldest first: of more than that, the newest are left out. */
// unscoped: a process reads for the accounts whose streams it has open
export async function readNews(
  db: Kysely<Tables>,
  since: readonly { readonly accountId: string; readonly seq: number }[],
  limit: number,
): Promise<Map<string, NotificationRow[]>> {
  if (since.length === 0) return new Map()
  const { rows } = await sql<NotificationRow>`
    select notifications.*
    from unnest(${since.map(({ accountId }) => accountId)}::uuid[], ${since.map(({ seq }) => seq)}::integer[]) as s (account_id, seq)
      cross join lateral (select ${notificationColumns} from notifications
        where notifications.account_id = s.account_id and notifications.seq > s.seq order by notifications.seq limit ${limit}) notifications
    order by notifications.account_id, notifications.seq`.execute(db)
  return Map.groupBy(rows, ({ accountId }) => accountId) as Map<string, NotificationRow[]>
}

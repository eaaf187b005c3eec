import { type Kysely, sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { newsFor } from './notification-signals.ts'
import type { Severity } from './notifications.filters.ts'

/** One notification for one account. */
export interface NewNotification {
  readonly accountId: string
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly type: string
  readonly severity: Severity
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, unknown>>
  readonly link: string | null
  readonly actorId: string | null
  readonly eventId: string
}

/**
 * Writes notifications, numbered for each recipient in the order given, and counts them as unread; in the transaction of what they tell of.
 * Of one event nobody is told twice by the same type, and who is erased meanwhile is not told at all. The boxes are locked in the order of
 * accounts, as everywhere.
 * @returns how many were written
 */
// unscoped: whoever writes has chosen the recipients
export async function addNotifications(
  db: Kysely<Tables>,
  now: Date,
  all: readonly NewNotification[],
  wakes: Set<string>,
): Promise<number> {
  const known = new Set<string>()
  const once = all.filter(({ accountId, eventId, type }) => {
    const key = `${accountId} ${eventId} ${type}`
    return !known.has(key) && known.add(key)
  })
  if (once.length === 0) return 0
  await lockBoxes(
    db,
    once.map(({ accountId }) => accountId),
  )
  const given = once.map((each, n) => ({ n, id: uuidv7(now), ...each }))
  const { rows } = await sql<{ accountId: string; n: number }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (n integer, id uuid, "accountId" uuid, kind text, "tenantId" uuid,
        type text, severity text, title text, body text, data jsonb, link text, "actorId" uuid, "eventId" uuid)
    ), fresh as materialized (
      select g.*, b.last_seq + row_number() over (partition by g."accountId" order by g.n) as seq
      from given g join notification_boxes b on b.account_id = g."accountId"
      where not exists (select from notifications x where x.account_id = g."accountId" and x.event_id = g."eventId" and x.type = g.type)
    ), added as (
      insert into notifications
        (id, account_id, kind, tenant_id, seq, type, severity, title, body, data, link, actor_id, event_id, created_at)
      select id, "accountId", kind, "tenantId", seq, type, severity, title, body, coalesce(data, '{}'), link, "actorId", "eventId", ${now}
      from fresh order by "accountId", seq
      returning account_id
    ), counted as (select account_id, count(*)::integer as n from added group by account_id)
    update notification_boxes b set last_seq = b.last_seq + c.n, unread = b.unread + c.n
    from counted c where b.account_id = c.account_id
    returning b.account_id, c.n`.execute(db)
  for (const { accountId } of rows) wakes.add(newsFor(accountId))
  return rows.reduce((sum, { n }) => sum + n, 0)
}

/** Makes and locks the boxes of living accounts. In a statement of its own: the next one sees what others wrote before the lock. */
// unscoped: whoever writes has chosen the recipients
async function lockBoxes(db: Kysely<Tables>, accountIds: readonly string[]): Promise<void> {
  await sql`
    with living as materialized (select id from accounts where id = any(${[...new Set(accountIds)]}::uuid[]) order by id for key share)
    insert into notification_boxes (account_id) select id from living order by id
    on conflict (account_id) do update set last_seq = notification_boxes.last_seq`.execute(db)
}

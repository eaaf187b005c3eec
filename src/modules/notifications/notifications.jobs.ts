import { type Kysely, sql } from 'kysely'
import { before, daysMs } from '#core/clock.ts'
import type { Database } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'

const batchSize = 1000

/** Deletes what is older than it is kept, with their owners' counts, a batch per transaction. */
const retention: PeriodicJob = {
  name: 'notifications.retention',
  everySeconds: 3600,
  async run({ database, options }, now, signal) {
    for (let n = batchSize; n === batchSize; ) {
      signal.throwIfAborted()
      n = await deleteOld(database, before(now, daysMs(options.notificationDays)))
      await database.giveWay()
    }
  },
}

/** @returns how many were looked at; fewer than a batch: there are no more */
// unscoped: a job over all accounts
async function deleteOld(database: Pick<Database, 'transaction'>, bound: Date): Promise<number> {
  return await database.transaction(async (tx) => {
    const { rows } = await sql<{ id: string; accountId: string }>`
      select id, account_id from notifications where created_at < ${bound} order by created_at limit ${batchSize}`.execute(tx)
    if (rows.length > 0) await deleteThese(tx, rows)
    return rows.length
  })
}

// unscoped: a job over all accounts
async function deleteThese(tx: Kysely<Tables>, rows: readonly { id: string; accountId: string }[]): Promise<void> {
  const accounts = [...new Set(rows.map(({ accountId }) => accountId))]
  await sql`select from notification_boxes where account_id = any(${accounts}::uuid[]) order by account_id for no key update`.execute(tx)
  await sql`
    with gone as (delete from notifications where id = any(${rows.map(({ id }) => id)}::uuid[]) returning account_id, read_at)
    update notification_boxes b set unread = b.unread - g.n
    from (select account_id, count(*)::integer as n from gone where read_at is null group by account_id) g
    where b.account_id = g.account_id`.execute(tx)
}

export const notificationJobs: readonly PeriodicJob[] = [retention]

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { before, daysMs, minutesMs } from '#core/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'
import { isOpen, noId, tenantMaySend } from './claims.ts'
import type { DeliveryError } from './outcome.ts'
import { webhookNumbers } from './webhook-numbers.ts'

const batchSize = 1000

/** That a subscription `w` was deleted by itself, or is erased. One that was deleted with its tenant is off: it comes back with it. */
const isDeleted = sql`(w.deleted_at is not null and (w.deleted_with is null or w.purged_at is not null))`

/** That a subscription `w` sends nothing: it is off or deleted, or nothing leaves in the name of its tenant. */
const isStopped = sql`(not w.is_active or w.deleted_at is not null or not ${tenantMaySend})`

/** Ends what will not be sent: that of deleted subscriptions, and what was held for too long. */
const giveUpHeld: PeriodicJob = {
  name: 'webhooks.give-up',
  everySeconds: 60,
  async run(service, now, signal) {
    const { kysely } = service.database
    const heldSince = before(now, minutesMs(webhookNumbers(service).heldHours * 60))
    for (let after = noId; ; ) {
      signal.throwIfAborted()
      const stopped = await findStopped(kysely, after, 100)
      for (const { id, isOver } of stopped) {
        const [error, condition]: [DeliveryError, RawBuilder<unknown>] = isOver
          ? ['subscription_deleted', sql`true`]
          : ['subscription_inactive', sql`created_at <= ${heldSince}`]
        while ((await giveUp(kysely, { id, error, condition, now })) === batchSize) signal.throwIfAborted()
      }
      if (stopped.length < 100) return
      after = stopped.at(-1)!.id
    }
  },
}

/** Subscriptions that send nothing and have deliveries open, in the order of their ids; one look at the index for each that has any open. */
// unscoped: a job over all tenants
async function findStopped(db: Kysely<Tables>, after: string, most: number): Promise<{ id: string; isOver: boolean }[]> {
  const { rows } = await sql<{ id: string; isOver: boolean }>`
    with recursive queue (webhook_id) as (
      (select webhook_id from webhook_deliveries where ${isOpen} and webhook_id > ${after} order by webhook_id limit 1)
      union all
      select next.webhook_id from queue cross join lateral (
        select d.webhook_id from webhook_deliveries d where ${isOpen} and d.webhook_id > queue.webhook_id order by d.webhook_id limit 1
      ) next
    )
    select w.id, w.is_over from queue cross join lateral (
      select w.id, ${isDeleted} as is_over from webhooks w
      where w.id = queue.webhook_id and ${isStopped} offset 0
    ) w limit ${most}`.execute(db)
  return rows
}

interface GivenUp {
  readonly id: string
  readonly error: DeliveryError
  readonly condition: RawBuilder<unknown>
  readonly now: Date
}

/** One batch, unless the subscription sends again by now; what is being tried is left to whoever tries it. @returns how many */
// unscoped: a job over all tenants
async function giveUp(db: Kysely<Tables>, { id, error, condition, now }: GivenUp): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with stopped as materialized (
      select w.id from webhooks w where w.id = ${id}
        and ${error === 'subscription_deleted' ? isDeleted : isStopped}
      for no key update
    ), ended as (
      update webhook_deliveries d set status = 'Failed', error = ${error}, next_attempt_at = null, planned_at = null, lease_until = null
      where d.id = any(array(
        select o.id from stopped join webhook_deliveries o on o.webhook_id = stopped.id
        where ${isOpen} and ${condition} and (o.lease_until is null or o.lease_until <= ${now}) limit ${batchSize} for update of o skip locked
      ))
      returning d.webhook_id
    ), counted as (
      insert into webhook_hours (webhook_id, hour, failed)
      select webhook_id, date_trunc('hour', ${now}::timestamptz, 'UTC'), count(*) from ended group by 1
      on conflict (webhook_id, hour) do update set failed = webhook_hours.failed + excluded.failed
    )
    select count(*)::integer as n from ended`.execute(db)
  return rows[0]!.n
}

/** Takes away what is older than the log is kept. What is still open then was held, and is given up before. */
const clean: PeriodicJob = {
  name: 'webhooks.clean',
  everySeconds: 3600,
  async run(service, now, signal) {
    const { kysely } = service.database
    const old = before(now, daysMs(webhookNumbers(service).retentionDays))
    for (let deleted = batchSize; deleted === batchSize; ) {
      signal.throwIfAborted()
      deleted = await deleteOld(kysely, old)
    }
    await sql`delete from webhook_hours where hour < ${old}`.execute(kysely)
  },
}

/** One batch; its attempts go with it. */
async function deleteOld(db: Kysely<Tables>, old: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where id = any(array(
      select id from webhook_deliveries where created_at < ${old} and not ${isOpen} order by created_at limit ${batchSize} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export const webhookDeliveryJobs: readonly PeriodicJob[] = [giveUpHeld, clean]

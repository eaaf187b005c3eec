import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { AreaMasks } from './area-masks.ts'
import type { RetryPolicy } from './webhook-numbers.ts'

/** The channel that wakes the dispatchers after the commit of new deliveries; their poll makes up for a call that is lost. */
export const deliveriesChannel = 'webhook_deliveries'

/** A subscription that has something due, as the database had it a moment ago. */
export interface Target {
  readonly id: string
  readonly tenantId: string | null
  readonly isSlow: boolean
}

/** A subscription as it is under its lock. Secrets are sealed. */
export interface LockedTarget extends Target {
  readonly url: string
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousSecretExpiresAt: Date | null
  readonly retryPolicy: RetryPolicy
  readonly masks: AreaMasks
}

export interface ClaimedDelivery {
  readonly id: string
  readonly webhookId: string
  readonly event: string
  readonly body: string
  readonly masks: AreaMasks
  readonly isTest: boolean
  readonly status: 'Pending' | 'Retrying'
  readonly trigger: 'automatic' | 'manual'
  readonly attemptNumber: number
  readonly maxAttempts: number
  readonly plannedAt: Date | null
  readonly fence: number
}

/** Of the deliveries that have not ended. */
export const isOpen = sql`status in ('Pending', 'Retrying')`

/** That a tenant (null is the platform) and all above it are active; in whose name nothing leaves otherwise. */
// unscoped: of the tenant of a subscription that a worker is at
export const tenantIsActive = sql`not exists (
  select from tenant_closure c join tenants t on t.id = c.ancestor_id
  where c.descendant_id = w.tenant_id and (t.status <> 'Active' or t.deleted_at is not null))`

const mayLeave = sql`w.is_active and w.deleted_at is null and ${tenantIsActive}`

/** Before every id, and in the place of the platform's. */
export const noId = '00000000-0000-0000-0000-000000000000'

export interface Passed {
  readonly webhooks: readonly string[]
  /** `noId` is the platform. */
  readonly tenants: readonly string[]
  readonly isSlow: boolean
}

/**
 * Subscriptions that have deliveries due, in the order of their ids from `after` on, at most `most`. It goes from subscription to
 * subscription over the index of what is open, one look each, and stops when it has enough: what waits behind a subscription costs nothing.
 * @param passed whose places are taken
 */
export async function findTargets(db: Kysely<Tables>, after: string, passed: Passed, most: number, now: Date): Promise<Target[]> {
  return (await targetsAfter(after, passed, most, now).execute(db)).rows
}

// unscoped: a worker over all tenants
export const targetsAfter = (after: string, passed: Passed, most: number, now: Date) => sql<Target>`
  with recursive queue (webhook_id, due_at) as (
    (select webhook_id, next_attempt_at from webhook_deliveries
      where ${isOpen} and webhook_id > ${after} order by webhook_id, next_attempt_at limit 1)
    union all
    select next.webhook_id, next.next_attempt_at from queue cross join lateral (
      select d.webhook_id, d.next_attempt_at from webhook_deliveries d
      where ${isOpen} and d.webhook_id > queue.webhook_id order by d.webhook_id, d.next_attempt_at limit 1
    ) next
  )
  select w.id, w.tenant_id, w.is_slow from queue cross join lateral (
    -- offset: one look by id, and only for what is due
    select w.id, w.tenant_id, w.is_slow from webhooks w where w.id = queue.webhook_id and ${mayLeave} offset 0
  ) w
  where queue.due_at <= ${now} and w.id <> all(${passed.webhooks}::uuid[])
    and coalesce(w.tenant_id, ${noId}::uuid) <> all(${passed.tenants}::uuid[]) and not (w.is_slow and ${passed.isSlow})
  limit ${most}`

/**
 * Locks those of the subscriptions that may still send, judged anew, so that two processes never count the places of one at the same time;
 * one that somebody else is at is left to them.
 */
// unscoped: a worker over all tenants
export async function lockTargets(tx: Kysely<Tables>, ids: readonly string[]): Promise<LockedTarget[]> {
  const { rows } = await sql<LockedTarget>`
    select w.id, w.tenant_id, w.is_slow, w.url, w.secret, w.previous_secret, w.previous_secret_expires_at, w.retry_policy, w.masks
    from webhooks w where w.id = any(${ids}::uuid[]) and ${mayLeave} order by w.id for no key update of w skip locked`.execute(tx)
  return rows
}

/** Places that are free. */
export interface Room {
  readonly all: number
  readonly slow: number
  /** For one subscription, if nobody is at it. */
  readonly perWebhook: number
  tenant(id: string | null): number
}

/**
 * Claims what is due of locked subscriptions, a first one of each before a second of any, oldest first. What is held already stands at the
 * head of the line by its age and takes places there, whoever holds it.
 */
export async function claimDue(
  tx: Kysely<Tables>,
  targets: readonly LockedTarget[],
  room: Room,
  now: Date,
  leaseUntil: Date,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with target as materialized (
      select * from unnest(${targets.map(({ id }) => id)}::uuid[], ${targets.map(({ tenantId }) => tenantId ?? noId)}::uuid[],
        ${targets.map(({ tenantId }) => room.tenant(tenantId))}::integer[], ${targets.map(({ isSlow }) => isSlow)}::boolean[])
        as t (webhook_id, tenant_id, tenant_free, is_slow)
    ), head as materialized (
      select target.*, due.id, due.next_attempt_at, due.lease_until is not null and due.lease_until > ${now} as is_held
      from target cross join lateral (
        select d.id, d.next_attempt_at, d.lease_until from webhook_deliveries d
        where d.webhook_id = target.webhook_id and ${isOpen} and d.next_attempt_at <= ${now}
        order by d.next_attempt_at, d.id limit ${room.perWebhook * 2} for update of d skip locked
      ) due
    ), placed as (
      select *, row_number() over (partition by webhook_id, is_held order by next_attempt_at, id)
        + count(*) filter (where is_held) over (partition by webhook_id) as place
      from head
    ), ranked as (
      select *, row_number() over (partition by tenant_id order by place, next_attempt_at, id) as in_tenant,
        row_number() over (partition by is_slow order by place, next_attempt_at, id) as in_kind
      from placed where not is_held and place <= ${room.perWebhook}
    )
    update webhook_deliveries set lease_until = ${leaseUntil}, fence = fence + 1
    -- an array, for a join might be planned as a scan of the whole table
    where id = any(array(
      select id from ranked where in_tenant <= tenant_free and (not is_slow or in_kind <= ${room.slow})
      order by place, next_attempt_at, id limit ${room.all}
    ))
    returning id, webhook_id, event, body, masks, is_test, status, trigger, attempt_number, max_attempts, planned_at, fence`.execute(tx)
  return rows
}

/** Gives deliveries back as if they had not been claimed. */
export async function giveBack(db: Kysely<Tables>, held: readonly Pick<ClaimedDelivery, 'id' | 'fence'>[]): Promise<void> {
  await sql`
    update webhook_deliveries d set lease_until = null
    from unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ fence }) => fence)}::integer[]) as h (id, fence)
    where d.id = h.id and d.fence = h.fence and ${isOpen}`.execute(db)
}

/** Takes every lease away; only for the embedded database at the start, where each is a dead process's. */
export async function releaseAll(db: Kysely<Tables>): Promise<void> {
  await sql`update webhook_deliveries set lease_until = null, fence = fence + 1 where ${isOpen} and lease_until is not null`.execute(db)
}

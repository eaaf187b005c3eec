import { type Kysely, sql } from 'kysely'
import { permissionNames } from '#core/permissions.ts'
import { nilUuid } from '#core/uuid.ts'
import { runHot } from '#db/rows/hot-query.ts'
import type { Tables } from '#db/tables.ts'
import { type AreaMasks, type HiddenBy, hiddenBy, masksOf } from './area-masks.ts'
import type { RetryPolicy } from './webhook-numbers.ts'

/** The channel that wakes the dispatchers after the commit of new deliveries; their poll makes up for a call that is lost. */
export const deliveriesChannel = 'webhook_deliveries'

/** A subscription, as far as it matters for places. */
export interface Attempted {
  readonly id: string
  readonly tenantId: string | null
  readonly isSlow: boolean
}

/** A subscription that has something due, as the database had it a moment ago. */
export interface Target extends Attempted {
  /** Since when its oldest is due. */
  readonly dueAt: Date
  /** Its oldest is being tried, or is suspect: maybe there is something behind that. */
  readonly isUnsure: boolean
}

/** A subscription as it is under its lock. Secrets are sealed. */
export interface LockedTarget extends Attempted {
  readonly url: string
  readonly secret: string
  readonly previousSecret: string | null
  readonly previousSecretExpiresAt: Date | null
  readonly retryPolicy: RetryPolicy
  /** What it must not tell at this moment. */
  readonly hidden: AreaMasks
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
  /** How often in a row whoever had it said nothing more of it. */
  readonly losses: number
}

/** Of the deliveries that have not ended. */
export const isOpen = sql`status in ('Pending', 'Retrying')`

/** Of the permissions of webhooks the first and the last by name; those of no other area lie between. One range costs a third of a list. */
const webhookPermissions = permissionNames.filter((name) => name.startsWith('webhooks.')).sort()
const [firstOfWebhooks, lastOfWebhooks] = [webhookPermissions[0], webhookPermissions.at(-1)]

/**
 * That the tenant of a subscription `w` (null is the platform) and all above it are active, and that it is granted anything of webhooks; in whose
 * name nothing leaves otherwise. What is cut above a tenant is cut from it in the same transaction, so its own grant says it all.
 */
// unscoped: of the tenant of a subscription that a worker is at
export const tenantMaySend = sql`(not exists (
  select from tenant_closure c join tenants t on t.id = c.ancestor_id
  where c.descendant_id = w.tenant_id and (t.status <> 'Active' or t.deleted_at is not null))
  and (w.tenant_id is null or exists (
    select from tenant_permissions p where p.tenant_id = w.tenant_id and p.permission between ${firstOfWebhooks} and ${lastOfWebhooks})))`

/** Of a subscription `w`: that what it is owed may be sent. */
export const mayLeave = sql`w.is_active and w.deleted_at is null and ${tenantMaySend}`

/** Before every id, and in the place of the platform's. */
export const noId = nilUuid

export interface Passed {
  readonly webhooks: readonly string[]
  /** `noId` is the platform. */
  readonly tenants: readonly string[]
  readonly isSlow: boolean
  /** From so many losses on a delivery is suspect. */
  readonly suspectLosses: number
}

/** Subscriptions that one search looks at, due or not: it must be over soon, and the next goes on behind it. */
export const mostLooks = 1000

/** What a search came to. */
export interface Search {
  readonly found: readonly Target[]
  /** The last subscription that it looked at, where it stopped before it had enough; null where it had, or there are no more. */
  readonly stoppedAt: string | null
}

/**
 * Subscriptions that have deliveries due, in the order of their ids from `after` on, at most `most`. It goes from subscription to
 * subscription over the index of what is open, one look each and `mostLooks` in all, and stops when it has enough: what waits behind a
 * subscription costs nothing.
 * @param passed whose places are taken
 */
export async function findTargets(db: Kysely<Tables>, after: string, passed: Passed, most: number, now: Date): Promise<Search> {
  const { rows } = await targetsAfter(after, passed, most, now).execute(db)
  return { found: rows.filter(({ isEnd }) => !isEnd), stoppedAt: rows.find(({ isEnd }) => isEnd)?.id ?? null }
}

/**
 * The body of a recursive `queue (webhook_id, due_at, lease_until, losses)`: the oldest open delivery of each subscription, in the order of
 * their ids from `after` on, one look over the index for each that is asked for.
 */
export const oldestOpen = (after: string) => sql`
    (select webhook_id, next_attempt_at, lease_until, losses from webhook_deliveries
      where ${isOpen} and webhook_id > ${after} order by webhook_id, next_attempt_at limit 1)
    union all
    select next.* from queue cross join lateral (
      select d.webhook_id, d.next_attempt_at, d.lease_until, d.losses from webhook_deliveries d
      where ${isOpen} and d.webhook_id > queue.webhook_id order by d.webhook_id, d.next_attempt_at limit 1
    ) next`

// unscoped: a worker over all tenants
export const targetsAfter = (after: string, passed: Passed, most: number, now: Date) => sql<Target & { isEnd: boolean }>`
  with recursive queue (webhook_id, due_at, lease_until, losses) as (${oldestOpen(after)}),
  looked as materialized (select *, row_number() over () as look from queue limit ${mostLooks}),
  found as materialized (
    select w.id, w.tenant_id, w.is_slow, looked.due_at, coalesce(looked.lease_until > ${now}, false)
      or looked.losses + (looked.lease_until is not null)::integer >= ${passed.suspectLosses} as is_unsure
    from looked cross join lateral (
      -- offset: one look by id, and only for what is due
      select w.id, w.tenant_id, w.is_slow from webhooks w where w.id = looked.webhook_id and ${mayLeave} offset 0
    ) w
    where looked.due_at <= ${now} and w.id <> all(${passed.webhooks}::uuid[])
      and coalesce(w.tenant_id, ${noId}::uuid) <> all(${passed.tenants}::uuid[]) and not (w.is_slow and ${passed.isSlow})
    limit ${most}
  )
  select found.*, false as is_end from found
  union all
  -- not run where enough was found: it would look on to the end
  select webhook_id, null, false, due_at, true, true from looked
  where look = ${mostLooks} and (select count(*) from found) < ${most}`

/**
 * Locks those of the subscriptions that may still send, judged anew, so that two processes never count the places of one at the same time;
 * one that somebody else is at is left to them.
 */
// unscoped: a worker over all tenants
export async function lockTargets(tx: Kysely<Tables>, ids: readonly string[]): Promise<LockedTarget[]> {
  const { rows } = await runHot(
    tx,
    sql<Omit<LockedTarget, 'hidden'> & HiddenBy>`
    select w.id, w.is_slow, w.url, w.secret, w.previous_secret, w.previous_secret_expires_at, w.retry_policy, ${hiddenBy}
    from webhooks w where w.id = any(${ids}::uuid[]) and ${mayLeave} order by w.id for no key update of w skip locked`,
  )
  return rows.map((row) => ({ ...row, hidden: masksOf(row) }))
}

/** Places that are free. */
export interface Room {
  readonly all: number
  readonly slow: number
  /** For one subscription, if nobody is at it. */
  readonly perWebhook: number
  /** For those that were lost so often that they may be what ends a process. */
  readonly suspects: { readonly losses: number; readonly free: number }
  tenant(id: string | null): number
}

/**
 * Claims what is due of locked subscriptions, a first one of each before a second of any, oldest first. What is held already stands at the
 * head of the line by its age and takes places there, whoever holds it. One whose lease ran out was lost, which is counted here.
 */
export async function claimDue(
  tx: Kysely<Tables>,
  targets: readonly LockedTarget[],
  room: Room,
  now: Date,
  leaseUntil: Date,
): Promise<ClaimedDelivery[]> {
  const { suspects } = room
  const { rows } = await sql<ClaimedDelivery>`
    with target as materialized (
      select * from unnest(${targets.map(({ id }) => id)}::uuid[], ${targets.map(({ tenantId }) => tenantId ?? noId)}::uuid[],
        ${targets.map(({ tenantId }) => room.tenant(tenantId))}::integer[], ${targets.map(({ isSlow }) => isSlow)}::boolean[])
        as t (webhook_id, tenant_id, tenant_free, is_slow)
    ), head as materialized (
      select target.*, due.id, due.next_attempt_at, due.lease_until is not null and due.lease_until > ${now} as is_held,
        due.losses + (due.lease_until is not null)::integer >= ${suspects.losses} as is_suspect
      from target cross join lateral (
        select d.id, d.next_attempt_at, d.lease_until, d.losses from webhook_deliveries d
        where d.webhook_id = target.webhook_id and ${isOpen} and d.next_attempt_at <= ${now}
        order by d.next_attempt_at, d.id limit ${room.perWebhook * 2}
      ) due
    ), placed as (
      select *, row_number() over (partition by webhook_id, is_held order by next_attempt_at, id)
        + count(*) filter (where is_held) over (partition by webhook_id) as place
      from head
    ), ranked as (
      select *, row_number() over (partition by tenant_id order by place, next_attempt_at, id) as in_tenant,
        row_number() over (partition by is_slow order by place, next_attempt_at, id) as in_kind,
        row_number() over (partition by is_suspect order by next_attempt_at, id) as in_suspects
      from placed where not is_held and place <= ${room.perWebhook}
    )
    update webhook_deliveries set lease_until = ${leaseUntil}, fence = fence + 1, losses = losses + (lease_until is not null)::integer
    -- arrays, for a join might be planned as a scan of the whole table
    where id = any(array(
      -- whoever changes deliveries holds their subscription, but for those who erase them
      select d.id from webhook_deliveries d where d.id = any(array(
        select id from ranked where in_tenant <= tenant_free and (not is_slow or in_kind <= ${room.slow})
          and (not is_suspect or in_suspects <= ${suspects.free})
        order by place, next_attempt_at, id limit ${room.all}
      )) and ${isOpen} and (d.lease_until is null or d.lease_until <= ${now}) for update of d skip locked
    ))
    returning id, webhook_id, event, body, masks, is_test, status, trigger, attempt_number, max_attempts, planned_at, fence, losses`.execute(
    tx,
  )
  return rows
}

/** Gives deliveries back as if they had not been claimed. */
export async function giveBack(db: Kysely<Tables>, held: readonly Pick<ClaimedDelivery, 'id' | 'fence'>[]): Promise<void> {
  await sql`
    update webhook_deliveries d set lease_until = null
    from unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ fence }) => fence)}::integer[]) as h (id, fence)
    where d.id = h.id and d.fence = h.fence and ${isOpen}`.execute(db)
}

/**
 * Takes the leases of a dead process away, and counts them as lost; only for the embedded database at the start, where each is a dead
 * process's. What is suspect by that keeps its lease, so that it ends no process more often than once in its time.
 */
export async function releaseAll(db: Kysely<Tables>, suspectLosses: number): Promise<void> {
  await sql`
    update webhook_deliveries set lease_until = null, fence = fence + 1, losses = losses + 1
    where ${isOpen} and lease_until is not null and losses + 1 < ${suspectLosses}`.execute(db)
}

import { type SqlBool, sql, type Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { type AreaMasks, type HiddenBy, hiddenBy, masksOf } from '#modules/webhook-deliveries/area-masks.ts'
import { namesOf } from './matching.ts'

/** A subscription that is on and may hear of events in the logs of some tenants. */
export interface Subscription {
  readonly id: string
  /** Null for one of the platform. */
  readonly tenantId: string | null
  readonly retryPolicy: 'persistent' | 'exponential'
  /** What it is sent. */
  readonly names: ReadonlySet<string>
  /** What it may not be told. */
  readonly masks: AreaMasks
  /** Whether it is told of what happened, under this name, in the log of a tenant (null: the platform's). */
  reaches(tenantId: string | null, name: string): boolean
}

interface Row extends HiddenBy {
  readonly id: string
  readonly events: string[]
  readonly includeDescendants: boolean
  readonly retryPolicy: Subscription['retryPolicy']
  /** How far below its own tenant the others lie. */
  readonly depths: Readonly<Record<string, number>>
}

/**
 * The subscriptions that are on and belong to one of these tenants, to one above them, or to the platform; kept until the transaction ends. With
 * nobody listening it costs one look at an empty index.
 */
// unscoped: a worker over all tenants; each subscription hears of its own tenant, and of those below
export async function subscriptionsFor(tx: Transaction<Tables>, tenantIds: readonly (string | null)[]): Promise<Subscription[]> {
  const ids = [...new Set(tenantIds)].filter((id) => id !== null)
  const isOn = (of: string) => sql<SqlBool>`${sql.ref(`${of}.is_active`)} and ${sql.ref(`${of}.deleted_at`)} is null`
  const { rows } = await sql<Row>`
    with above as materialized (
      select c.* from unnest(${ids}::uuid[]) as happened (id)
        cross join lateral (
          select descendant_id, ancestor_id, depth from tenant_closure where descendant_id = happened.id offset 0
        ) c
    )
    select w.id, w.events, w.include_descendants, w.retry_policy, ${hiddenBy},
      coalesce((select jsonb_object_agg(a.descendant_id, a.depth) from above a where a.ancestor_id = w.tenant_id), '{}') as depths
    from webhooks w
    where exists (select from webhooks o where ${isOn('o')}) and ${isOn('w')}
      and (w.tenant_id is null or w.tenant_id = any(array(select ancestor_id from above)))
    order by w.id for key share of w`.execute(tx)
  return rows.map(subscriptionOf)
}

function subscriptionOf(row: Row): Subscription {
  const { id, retryPolicy, tenantId: own, depths, includeDescendants } = row
  return {
    id,
    tenantId: own,
    retryPolicy,
    names: new Set(namesOf(row.events)),
    masks: masksOf(row),
    reaches(tenantId, name) {
      if (own === null) return true
      const depth = tenantId === null ? undefined : depths[tenantId]
      if (depth === undefined) return false
      return depth === 0 || includeDescendants || (depth === 1 && toldToTheParent.has(name))
    },
  }
}

/** Whoever stands directly above a tenant is told that it is there, and that it is shut. */
const toldToTheParent: ReadonlySet<string> = new Set(['tenant.created', 'tenant.deactivated'])

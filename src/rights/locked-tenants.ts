import { sql } from 'kysely'
import { ownTenantState, type TenantNode, type TenantState, worseState } from '#db/live/tenant-tree.ts'
import type { PublicContext } from '#db/rows/context.ts'
import type { HotStatement } from '#db/rows/hot-query.ts'
import { hasLine, standInLine } from '#db/rows/lock-line.ts'
import { runTogether } from '#db/rows/run-together.ts'

/** What the tenants above an account say about signing in. */
export interface LockedTenants {
  readonly state: TenantState | null
  /** Sessions made up to here are dead for ever; a new one must be later. */
  readonly validAfter: Date | null
}

/**
 * Locks the tenant of an account and all above it, by id, against being suspended until the transaction ends: a session made
 * here either sees the suspension or is seen by it. To be called before `lockAccount`.
 * @param alone accounts that will be locked for change, whose place in line is nobody else's: itself, if nothing else is said
 */
export async function lockTenantsOf(ctx: PublicContext, accountId: string, alone: readonly string[] = [accountId]): Promise<LockedTenants> {
  const [, rows] = await runTogether(ctx, tenantLocks(ctx, accountId, alone))
  return lockedTenants(rows)
}

/** The statements of `lockTenantsOf`, to be run together with what comes after them; the second gives what `lockedTenants` takes. */
// unscoped: only locks the tenants of an account that sign-in proved or that was judged
export function tenantLocks(
  ctx: PublicContext,
  accountId: string,
  alone: readonly string[] = [accountId],
): [HotStatement<unknown> | null, HotStatement<TenantRow>] {
  const tenants = sql<string[]>`array(select tenant_id from accounts where id = ${accountId} and tenant_id is not null)`
  return [
    hasLine(ctx) ? sql`select ${standInLine({ tenants, changed: sql`${alone}::uuid[]` })}` : null,
    sql<TenantRow>`
    select t.status, t.deleted_at is not null as is_deleted, t.sessions_valid_after
    from accounts a join tenant_closure c on c.descendant_id = a.tenant_id join tenants t on t.id = c.ancestor_id
    where a.id = ${accountId} order by t.id for share of t`,
  ]
}

/** Locks a tenant with all above it by its id, before it has an account to go by; of an unknown one it says what a deleted one would. */
// unscoped: only locks the tenants above one that a registration named
export async function lockLineage(ctx: PublicContext, tenantId: string): Promise<LockedTenants> {
  const [, rows] = await runTogether(ctx, [
    hasLine(ctx) ? sql`select ${standInLine({ tenants: sql`array[${tenantId}]::uuid[]` })}` : null,
    sql<TenantRow>`
    select t.status, t.deleted_at is not null as is_deleted, t.sessions_valid_after
    from tenant_closure c join tenants t on t.id = c.ancestor_id
    where c.descendant_id = ${tenantId} order by t.id for share of t`,
  ])
  return rows.length === 0 ? { state: 'tenant_deleted', validAfter: null } : lockedTenants(rows)
}

type TenantRow = Pick<TenantNode, 'status' | 'isDeleted' | 'sessionsValidAfter'>

/** What the rows of `tenantLocks` say together. */
export function lockedTenants(rows: readonly TenantRow[]): LockedTenants {
  let state: TenantState | null = null
  let validAfter: Date | null = null
  for (const row of rows) {
    state = worseState(state, ownTenantState(row))
    if (row.sessionsValidAfter && (validAfter === null || row.sessionsValidAfter > validAfter)) validAfter = row.sessionsValidAfter
  }
  return { state, validAfter }
}

import { sql } from 'kysely'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'

/** What the counts tell apart; null where there is no living account (before it is made, after it is deleted). */
export interface CountedState {
  readonly isActive: boolean
  readonly isBlocked: boolean
}

export interface CountShift {
  readonly tenantId: string | null
  readonly from: CountedState | null
  readonly to: CountedState | null
  /** How many accounts move alike; one when left out. */
  readonly n?: number
}

/**
 * Moves accounts between the counts of their tenants, in the transaction of the change: one statement in the order of its keys, so
 * that two bulk changes never deadlock. Never counts of a subtree: the root's row would make every write wait for every other.
 */
// unscoped: keeps the counts of accounts that the caller has just changed
export async function shiftCounts(ctx: PublicContext, kind: AccountKind, shifts: readonly CountShift[]): Promise<void> {
  const sums = new Map<string, { tenantId: string | null; state: CountedState; n: number }>()
  const add = (tenantId: string | null, state: CountedState | null, n: number) => {
    if (!state) return
    const key = `${tenantId} ${state.isActive} ${state.isBlocked}`
    const sum = sums.get(key) ?? { tenantId, state, n: 0 }
    sum.n += n
    sums.set(key, sum)
  }
  for (const { tenantId, from, to, n = 1 } of shifts) {
    add(tenantId, from, -n)
    add(tenantId, to, n)
  }
  const rows = [...sums.values()].filter(({ n }) => n !== 0)
  if (rows.length === 0) return
  await sql`
    insert into tenant_account_counts (tenant_id, kind, is_active, is_blocked, n)
    select tenant_id, ${kind}, is_active, is_blocked, n
    from unnest(${rows.map(({ tenantId }) => tenantId)}::uuid[], ${rows.map(({ state }) => state.isActive)}::boolean[],
      ${rows.map(({ state }) => state.isBlocked)}::boolean[], ${rows.map(({ n }) => n)}::integer[]) as t (tenant_id, is_active, is_blocked, n)
    order by 1, 3, 4
    on conflict (tenant_id, kind, is_active, is_blocked) do update set n = tenant_account_counts.n + excluded.n`.execute(ctx.db)
  await shiftTotals(ctx, kind, rows)
}

/** Adds to the totals, which know no states: most changes move nobody in or out, and cost nothing here. */
// unscoped: the same, as totals
async function shiftTotals(
  ctx: PublicContext,
  kind: AccountKind,
  shifted: readonly { tenantId: string | null; n: number }[],
): Promise<void> {
  const totals = new Map<string, number>()
  for (const { tenantId, n } of shifted) if (tenantId !== null) totals.set(tenantId, (totals.get(tenantId) ?? 0) + n)
  const rows = [...totals].filter(([, n]) => n !== 0)
  if (rows.length === 0) return
  const column = sql.ref(kind === 'admin' ? 'admins' : 'users')
  await sql`
    insert into tenant_totals (tenant_id, ${column})
    select tenant_id, n from unnest(${rows.map(([tenantId]) => tenantId)}::uuid[], ${rows.map(([, n]) => n)}::integer[]) as t (tenant_id, n)
    order by 1
    on conflict (tenant_id) do update set ${column} = tenant_totals.${column} + excluded.${column}`.execute(ctx.db)
}

import { sql } from 'kysely'
import { crashPoint } from '#core/crash-points.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { switchAccounts } from './deleted-tenants.ts'

const accountsInBatch = 500

interface Unit {
  readonly tenantIds: readonly string[]
  readonly kinds: readonly AccountKind[]
  /** A single tenant with more than a batch: gone through in the order of ids. */
  readonly isLarge: boolean
}

export interface Switching {
  /** The deleted tenant; those that went with it are meant too. */
  readonly top: string
  readonly isActive: boolean
  /** Locks the tenant in each batch and says whether to go on. */
  readonly goesOn: (ctx: PublicContext) => Promise<boolean>
}

/**
 * Switches the living accounts of a deleted tenant, and of all that went with it, off or on again, a batch per transaction: off are all
 * that are active, on again those that its deletion switched off.
 * @returns whether it came to the end: false when `goesOn` ended it
 */
export async function switchInBatches(ctx: PublicContext, switching: Switching): Promise<boolean> {
  for (const unit of await unitsOf(ctx, switching)) {
    for (let after: string | null = null, isDone = false; !isDone; ) {
      const now = ctx.service.clock.now()
      const ids: string[] | null = await transact({ ...ctx, now }, (ctx) => switchBatch(ctx, switching, unit, after))
      if (ids === null) return false
      crashPoint('tenant-switch.after-batch')
      after = unit.isLarge ? (ids.at(-1) ?? null) : null
      isDone = ids.length < accountsInBatch
    }
  }
  return true
}

/** Whether somebody of them is to be switched still, by the kept counts. */
export const isAnybodyLeft = async (ctx: PublicContext, switching: Switching): Promise<boolean> =>
  (await unitsOf(ctx, switching)).length > 0

/** By the kept counts: which tenants have somebody, the small ones together. */
// unscoped: by a tenant whose deletion or restore was judged under its lock, and what went with it
async function unitsOf(ctx: PublicContext, { top, isActive }: Switching): Promise<Unit[]> {
  const { rows } = await sql<{ tenantId: string; kind: AccountKind; n: number }>`
    select c.tenant_id, c.kind, sum(c.n)::integer as n
    from (select id from tenants where id = ${top} union all select id from tenants where deleted_with = ${top}) t
      join tenant_account_counts c on c.tenant_id = t.id
    where c.is_active <> ${isActive} group by 1, 2 having sum(c.n) > 0 order by 1, 2`.execute(ctx.db)
  const units: Unit[] = []
  let small: string[] = []
  let n = 0
  for (const row of rows) {
    if (row.n > accountsInBatch) units.push({ tenantIds: [row.tenantId], kinds: [row.kind], isLarge: true })
    else {
      if (n + row.n > accountsInBatch) {
        units.push({ tenantIds: small, kinds: ['admin', 'user'], isLarge: false })
        small = []
        n = 0
      }
      small.push(row.tenantId)
      n += row.n
    }
  }
  if (small.length > 0) units.push({ tenantIds: small, kinds: ['admin', 'user'], isLarge: false })
  return units
}

/** Those that were switched; null when it is not to go on. */
// unscoped: by tenants whose deletion or restore was judged, and is again before each batch
async function switchBatch(
  ctx: PublicContext,
  { top, isActive, goesOn }: Switching,
  { tenantIds, kinds, isLarge }: Unit,
  after: string | null,
): Promise<string[] | null> {
  if (!(await goesOn(ctx))) return null
  const where = isLarge ? sql`tenant_id = ${tenantIds[0]} and kind = ${kinds[0]}` : sql`tenant_id = any(${tenantIds}::uuid[])`
  // only one tenant's accounts of one kind lie in the order of ids
  const beyond = after === null ? sql`` : sql`and id > ${after}::uuid`
  const wanted = isActive ? sql`not is_active and deactivated_with = ${top}` : sql`is_active`
  const { rows } = await sql<{ id: string }>`
    select id from accounts where ${where} and kind = any(${kinds}::text[]) and deleted_at is null ${beyond} and ${wanted}
    order by id limit ${accountsInBatch} for no key update`.execute(ctx.db)
  await switchAccounts(ctx, rows, { isActive, deactivatedWith: isActive ? null : top })
  return rows.map(({ id }) => id)
}

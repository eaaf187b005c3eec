import { type SqlBool, sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { select } from '#db/owned.ts'
import { transact } from '#db/transact.ts'
import { requireCount } from '#http/bulk.ts'
import { type AdminMove, type AdminRefusal, moveAdmins, permissionOfMove } from '#identity/admin-lifecycle.ts'
import { lockGiver, requireSessionOpen } from '#identity/giver.ts'

export interface BatchOutcome {
  readonly affected: number
  readonly skipped: readonly { readonly id: string; readonly code: AdminRefusal }[]
  /** The caller's permission is gone: nothing was done, and nothing will be. */
  readonly isOver: boolean
}

export interface Batch {
  readonly move: AdminMove
  readonly ids: readonly string[]
  /** Those of these ids that are still to be moved, looked up under the locks; all, where it is left out. */
  readonly stillWanted?: ((ctx: Context, ids: readonly string[]) => Promise<readonly string[]>) | undefined
  /** So many must be affected, or nothing is done. */
  readonly expectedCount?: number | undefined
}

/**
 * Moves some admins in one transaction: a fixed number of statements, under the locks of the admins themselves, the caller, and the
 * lineages of their tenants. Foreign ones are not locked, so that nobody holds up what they may not even see.
 * @throws AppError 401 when the caller was shut out meanwhile, 409 with the `actualCount` where another was expected
 */
export async function moveBatch(ctx: Context, { move, ids, stillWanted, expectedCount }: Batch): Promise<BatchOutcome> {
  return await transact({ ...ctx, now: ctx.service.clock.now() }, async (ctx) => {
    const found = await inScope(ctx, ids)
    const known = found.map(({ id }) => id)
    const giver = await lockGiver(withoutPermission(ctx), { grantsOf: tenantsOf(found), changedAccountIds: known })
    await requireSessionOpen(ctx)
    if (!giver.permissions.has(permissionOfMove[move])) return over(ids)
    const { affected, skipped } = await moveAdmins(ctx, giver, move, stillWanted ? await stillWanted(ctx, known) : known)
    requireCount(affected.length, expectedCount)
    return { affected: affected.length, skipped: [...unknown(ids, known), ...skipped], isOver: false }
  })
}

/** What `moveBatch` would do if nothing changed meanwhile; it waits for nobody and nobody waits for it. */
export async function tryBatch(ctx: Context, { move, ids }: Pick<Batch, 'move' | 'ids'>): Promise<BatchOutcome> {
  return await transact(ctx, async (ctx) => {
    const giver = await lockGiver(withoutPermission(ctx))
    if (!giver.permissions.has(permissionOfMove[move])) return over(ids)
    const { affected, skipped } = await moveAdmins(ctx, giver, move, ids, true)
    return { affected: affected.length, skipped, isOver: false }
  })
}

/** What opened the route is asked for in every batch: admins who were moved before it was taken stay moved, and are told. */
const withoutPermission = (ctx: Context): Context => ({ ...ctx, permission: undefined })

const over = (ids: readonly string[]): BatchOutcome => ({
  affected: 0,
  skipped: ids.map((id) => ({ id, code: 'permission_denied' })),
  isOver: true,
})

interface Found {
  readonly id: string
  readonly tenantId: string | null
}

const inScope = (ctx: Context, ids: readonly string[]): Promise<Found[]> =>
  select(ctx, 'admins').select(['accounts.id', 'accounts.tenantId']).where(sql<SqlBool>`accounts.id = any(${ids}::uuid[])`).execute()

const tenantsOf = (found: readonly Found[]) => [...new Set(found.map(({ tenantId }) => tenantId))]

function unknown(ids: readonly string[], known: readonly string[]): BatchOutcome['skipped'] {
  const all = new Set(known)
  return ids.filter((id) => !all.has(id)).map((id) => ({ id, code: 'not_found' }))
}

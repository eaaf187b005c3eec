import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AccountTransition, changeAccountState, permissionOfMove } from '#accounts/account-lifecycle.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import type { BulkWork } from '#http/bulk/bulk-run.ts'
import type { BatchOutcome } from '#http/bulk/bulk-total.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'

interface Locked {
  readonly grantor: Grantor
  /** Those of the batch that the caller may know of. */
  readonly known: readonly string[]
}

/** That an account is still to be moved, asked under the locks: who matched at the call may not any more. */
type StillMatches = (ctx: Context) => Promise<RawBuilder<SqlBool>>

/**
 * Moves admins by their ids, a fixed number of statements for each batch: under the locks of the admins themselves, the caller, and
 * the lineages of their tenants. Foreign ones are not locked, so that nobody holds up what they may not even see.
 */
export const adminBulk = (move: AccountTransition, stillMatches?: StillMatches): BulkWork<readonly string[], Locked, BatchOutcome> => ({
  permissions: [permissionOfMove[move]],
  async lock(ctx, ids) {
    const found = await inScope(ctx, ids)
    const known = found.map(({ id }) => id)
    const grantor = await lockGrantor(ctx, { grantsOf: tenantsOf(found), changedAccountIds: known, sharesCaller: true })
    return { grantor, known }
  },
  async read(ctx, grantor, ids) {
    return { grantor, known: (await inScope(ctx, ids)).map(({ id }) => id) }
  },
  async act(ctx, { grantor, known }, ids, isTrial) {
    const onlyWhere = stillMatches && !isTrial ? await stillMatches(ctx) : undefined
    const { affected, skipped } = await changeAccountState(ctx, grantor, { kind: 'admin', move, onlyWhere }, known, isTrial)
    return { affected: affected.length, skipped: [...unknown(ids, known), ...skipped] }
  },
  skip: (ids, code) => ({ affected: 0, skipped: ids.map((id) => ({ id, code })) }),
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

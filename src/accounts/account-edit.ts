import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { accountDoors, select } from '#db/rows/owned.ts'
import { type GrantLocks, lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { requireNotSuperior } from '#rights/rank.ts'
import { isMarked } from './erased-people.ts'
import { type LockedAccount, lockAccount } from './locked-account.ts'

export interface LockedForEdit {
  readonly grantor: Grantor
  readonly account: LockedAccount
}

/**
 * Locks one account of a kind in scope, its tenant's grant and the caller, in the one order of locks; nobody may change what stands above
 * them, which of users nobody does.
 * @throws AppError 404 unknown, of the other kind, deleted, foreign or erased with the tenant, 403 with `excess` for one who can do more
 * than the caller
 */
export async function lockForEdit(ctx: Context, kind: AccountKind, id: string, locks: GrantLocks = {}): Promise<LockedForEdit> {
  const tenantId = await tenantOf(ctx, kind, id)
  const grantor = await lockGrantor(ctx, { ...locks, grantsOf: [tenantId], changedAccountIds: [id] })
  const account = await lockAccount(ctx, kind, id)
  // it may have left the tenant for the platform before it was locked
  if (!account || (await tenantOf(ctx, kind, id)) !== tenantId) throw notFound()
  if (kind === 'admin') await requireNotSuperior(ctx, grantor, [id])
  return { grantor, account }
}

async function tenantOf(ctx: Context, kind: AccountKind, id: string): Promise<string | null> {
  const row = await select(ctx, accountDoors[kind])
    .select('accounts.tenantId')
    .where('accounts.id', '=', id)
    .where(sql<boolean>`not ${isMarked('accounts')}`)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.tenantId
}

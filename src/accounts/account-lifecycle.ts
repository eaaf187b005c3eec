import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { denied, forbidden, notFound, stateConflict } from '#core/errors.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import { revokeMany } from '#db/live/revocations.ts'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { accountDoors, select, update } from '#db/rows/owned.ts'
import { isShut } from '#db/rows/shut-tenants.ts'
import { emitAll } from '#events/emit.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { excessByAccount } from '#rights/rank.ts'
import { type CountedState, shiftCounts } from './account-counts.ts'
import { aboutAccount } from './account-events.ts'
import { endSessionsOfAll } from './session-end.ts'

export type AccountTransition = 'activate' | 'deactivate' | 'delete'

/** The permission of the single call of each move of an admin. */
export const permissionOfMove = { activate: 'admins.update', deactivate: 'admins.update', delete: 'admins.delete' } as const

export interface MoveOutcome {
  /** Who is in another state now. Whoever was in it already is neither here nor skipped. */
  readonly affected: readonly string[]
  /**
   * Who may not be moved by this caller, each with the code that a call about them alone answers; but a protected admin is left out
   * of everything that is done to many, while alone it is only never deleted.
   */
  readonly skipped: readonly { readonly id: string; readonly code: MoveRefusal }[]
}

export type MoveRefusal = 'not_found' | 'permission_denied' | 'admin_protected' | 'state_conflict'

interface Moved extends CountedState {
  readonly id: string
  readonly tenantId: string | null
  readonly username: string | null
  readonly firstName: string
  readonly lastName: string
  readonly isProtected: boolean
  readonly isSuperAdmin: boolean
  readonly isTenantDeleted: boolean
  readonly deactivatedWith: string | null
  readonly isWanted: boolean
}

/** What is done to accounts of one kind. */
export interface AccountMove {
  readonly kind: AccountKind
  readonly move: AccountTransition
  /** Whoever it does not hold of under the locks, or who is gone, is left alone without a word. */
  readonly onlyWhere?: RawBuilder<SqlBool> | undefined
}

/**
 * Activates, deactivates or deletes accounts, however many, in a fixed number of statements: state, counts, sessions, login names,
 * live tokens and one event each. Never the caller, nobody who stands above the caller, no protected admin, never the SuperAdmin:
 * these are skipped; nor is anybody activated whose tenant was deleted. With `dryRun` nothing is changed. Under `lockGrantor` with the
 * accounts as changed and their tenants in `grantsOf`: else a tenant that is being deleted meanwhile would be missed.
 */
export async function changeAccountState(
  ctx: Context,
  grantor: Grantor,
  what: AccountMove,
  ids: readonly string[],
  dryRun = false,
): Promise<MoveOutcome> {
  const found = new Map((await loadMoved(ctx, what, ids)).map((account) => [account.id, account]))
  const above = await excessByAccount(ctx, grantor, [...found.keys()])
  const skipped: { id: string; code: MoveRefusal }[] = []
  const moved: Moved[] = []
  for (const id of new Set(ids)) {
    const account = found.get(id)
    if (what.onlyWhere && !account?.isWanted) continue
    const code = refusalOf(ctx, what.move, account, above.has(id))
    if (code !== null) skipped.push({ id, code })
    else if (account && !isDone(account, what.move)) moved.push(account)
  }
  if (!dryRun && moved.length > 0) await apply(ctx, what, moved)
  return { affected: moved.map(({ id }) => id), skipped }
}

/**
 * Moves one account, as a call about that one alone: what many at once skip is thrown, and of the protected ones only the deletion.
 * Under `lockForEdit`, which looks at the rank.
 * @returns whether anything changed: false for one who was in that state already
 * @throws AppError 404 unknown or foreign, 403 oneself or `admin_protected`, 409 `state_conflict` the SuperAdmin, or one to be
 * activated whose tenant was deleted
 */
export async function moveAccount(ctx: Context, what: AccountMove, id: string): Promise<boolean> {
  const { move } = what
  const [account] = await loadMoved(ctx, what, [id])
  const code = refusalOf(ctx, move, account, false)
  if (!account || code === 'not_found') throw notFound()
  // whoever stands above was refused before
  if (code === 'permission_denied') throw denied({ reason: 'own_account' })
  if (code === 'state_conflict') throw stateConflict()
  if (code === 'admin_protected' && move === 'delete') throw forbidden(code)
  if (isDone(account, move)) return false
  await apply(ctx, what, [account])
  return true
}

function refusalOf(ctx: Context, move: AccountTransition, account: Moved | undefined, standsAbove: boolean): MoveRefusal | null {
  if (!account) return 'not_found'
  if (account.id === ctx.actor.id || standsAbove) return 'permission_denied'
  if (account.isSuperAdmin || (move === 'activate' && account.isTenantDeleted)) return 'state_conflict'
  return account.isProtected ? 'admin_protected' : null
}

/** Whether a record is in the state that a move would bring it to. */
export const isThereAlready = ({ isActive }: { readonly isActive: boolean }, move: AccountTransition): boolean =>
  move === 'activate' ? isActive : move === 'deactivate' ? !isActive : false

/** Whoever the deletion of a tenant switched off is not switched off by hand: asked for that, they stay so when the tenant comes back. */
const isDone = (account: Moved, move: AccountTransition) => isThereAlready(account, move) && account.deactivatedWith === null

// unscoped: accounts through their door; the tenant of each is only asked whether it is deleted
async function loadMoved(ctx: Context, { kind, move, onlyWhere }: AccountMove, ids: readonly string[]): Promise<Moved[]> {
  // asked for where it matters: joining the tenants would read all of them
  const isTenantDeleted = sql<boolean>`exists (select from tenants t where t.id = accounts.tenant_id and (t.deleted_at is not null or ${isShut(sql`t.id`)}))`
  return await select(ctx, accountDoors[kind])
    .select([
      'accounts.id',
      'accounts.tenantId',
      'accounts.username',
      'accounts.firstName',
      'accounts.lastName',
      'accounts.isActive',
      'accounts.isBlocked',
      'accounts.isProtected',
      'accounts.deactivatedWith',
      sql<boolean>`accounts.role_id is not distinct from ${superAdminRoleId}`.as('isSuperAdmin'),
      (move === 'activate' ? isTenantDeleted : sql<boolean>`false`).as('isTenantDeleted'),
      sql<boolean>`${onlyWhere ?? sql`true`}`.as('isWanted'),
    ])
    .where(sql<SqlBool>`accounts.id = any(${ids}::uuid[])`)
    .execute()
}

/** Of a user the contract knows one event for every change but a deletion and a block. */
const events = {
  admin: { activate: 'admin.activated', deactivate: 'admin.deactivated', delete: 'admin.deleted' },
  user: { activate: 'user.updated', deactivate: 'user.updated', delete: 'user.deleted' },
} as const
const endings = { activate: null, deactivate: 'deactivated', delete: 'deleted' } as const

// unscoped: login names of accounts that were judged under the lock
async function apply(ctx: Context, { kind, move }: AccountMove, accounts: readonly Moved[]): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  const isActive = move === 'activate'
  // whoever is switched by hand is no longer the deletion of a tenant's to bring back
  const state = move === 'delete' ? { deletedAt: ctx.now, deletedBy: ctx.actor.id } : { isActive, deactivatedWith: null }
  await update(ctx, accountDoors[kind])
    .set(({ eb }) => ({ ...state, version: eb('version', '+', 1), updatedAt: ctx.now }))
    .where(sql<SqlBool>`accounts.id = any(${ids}::uuid[])`)
    .execute()
  // their names are free for others at once
  if (move === 'delete') await sql`delete from account_logins where account_id = any(${ids}::uuid[])`.execute(ctx.db)
  await emitAll(
    ctx,
    events[kind][move],
    accounts.map((account) => ({
      ...aboutAccount({ ...account, kind }),
      ...(move !== 'delete' && account.isActive !== isActive && { changes: { isActive: { before: !isActive, after: isActive } } }),
    })),
  )
  // late, for whoever changes others of the same tenants waits here; but before sessions, like all else that takes both
  await shiftCounts(
    ctx,
    kind,
    accounts.map(({ tenantId, ...from }) => ({ tenantId, from, to: move === 'delete' ? null : { isActive, isBlocked: from.isBlocked } })),
  )
  // whoever signs in locks the account: of those that end here every session is seen, and what is known of them goes with it
  const ending = endings[move]
  if (ending) await endSessionsOfAll(ctx, ids, ending)
  else await revokeMany(ctx, 'account', ids)
}

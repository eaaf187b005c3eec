import { sql } from 'kysely'
import { lockForEdit } from '#accounts/account-edit.ts'
import { aboutAccount } from '#accounts/account-events.ts'
import { isMarked } from '#accounts/erased-people.ts'
import { endSessionsOf } from '#accounts/session-end.ts'
import { refuseSuperAdmin } from '#accounts/superadmin.ts'
import { denied, notFound } from '#core/errors.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { accountDoors, select } from '#db/rows/owned.ts'
import { emit } from '#events/emit.ts'
import { readGrantor } from '#rights/grantor.ts'
import { requireNotSuperior } from '#rights/rank.ts'
import { listSessionsOf, type SessionEntry } from './own-sessions.ts'

/**
 * Where an account of the caller's scope is signed in, as its owner sees it. Devices and addresses of those who stand above the caller are not
 * the caller's to know.
 * @throws AppError 404 unknown, of the other kind, deleted or foreign; 403 the SuperAdmin, or with `excess` an admin who can do more than the caller
 */
export async function readSessionsOf(ctx: Context, kind: AccountKind, id: string): Promise<SessionEntry[]> {
  const account = await select(ctx, accountDoors[kind])
    .select(['accounts.id', sql<boolean>`accounts.role_id is not distinct from ${superAdminRoleId}`.as('isSuperAdmin')])
    .where('accounts.id', '=', id)
    .where(sql<boolean>`not ${isMarked('accounts')}`)
    .executeTakeFirst()
  if (!account) throw notFound()
  if (kind === 'admin' && id !== ctx.actor.id) {
    refuseSuperAdmin(ctx, account)
    await requireNotSuperior(ctx, await readGrantor(ctx), [id])
  }
  return await listSessionsOf(ctx, id)
}

/**
 * Ends all sessions of somebody else, with every token of them and every sign-in that waits for its second factor. Where there are none nothing
 * happens.
 * @throws AppError what `readSessionsOf` throws, and 403 oneself: who ends the own sessions does it by `auth/…/sessions/revoke-all`
 */
export async function endSessionsOfOther(ctx: Context, kind: AccountKind, id: string): Promise<void> {
  if (id === ctx.actor.id) throw denied({ reason: 'own_account' })
  const { account } = await lockForEdit(ctx, kind, id)
  if (kind === 'admin') refuseSuperAdmin(ctx, account)
  const ended = await endSessionsOf(ctx, id, 'revoked')
  if (ended.length > 0) await emit(ctx, 'auth.session.all_revoked', { ...aboutAccount(account), data: { sessions: ended.length } })
}

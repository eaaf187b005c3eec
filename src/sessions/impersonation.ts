import { sql } from 'kysely'
import { type LockedAccount, lockAccount } from '#accounts/locked-account.ts'
import { endSessions } from '#accounts/session-end.ts'
import { after, minutesMs } from '#core/clock.ts'
import { forbidden, notFound, stateConflict, unauthenticated } from '#core/errors.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import { fullName } from '#events/people.ts'
import { type LockedTenants, lockTenantsOf } from '#rights/locked-tenants.ts'
import type { TokenResponse } from './access-token.ts'
import { addRefreshToken, startSession } from './new-session.ts'
import { tokensFor } from './session-tokens.ts'

/** An impersonation ends after this at the latest, however often it is refreshed. */
const longestMs = minutesMs(60)

/** Both sides of an impersonation, locked until the transaction ends. */
export interface LockedPair {
  readonly tenants: LockedTenants
  readonly impersonator: LockedAccount | undefined
  readonly target: LockedAccount | undefined
}

/** Locks the target's tenants and both accounts, by id. */
export async function lockPair(ctx: PublicContext, impersonatorId: string, targetId: string): Promise<LockedPair> {
  const tenants = await lockTenantsOf(ctx, targetId, [impersonatorId, targetId])
  const locked = new Map<string, LockedAccount | undefined>()
  for (const id of [impersonatorId, targetId].sort()) locked.set(id, await lockAccount(ctx, 'admin', id))
  return { tenants, impersonator: locked.get(impersonatorId), target: locked.get(targetId) }
}

/** Whether the one may act as the other, at the start and at every refresh. */
export function mayImpersonate(ctx: PublicContext, { tenants, impersonator, target }: LockedPair): boolean {
  if (!impersonator?.isSuperAdmin || impersonator.isBlocked || !impersonator.isActive) return false
  if (!target?.isActive || target.isBlocked || target.isProtected || target.isSuperAdmin) return false
  if (!impersonator.twoFactorEnabled && ctx.service.settings.of(target.tenantId).require2FA) return false
  return impersonator.id !== target.id && tenants.state === null
}

/** The end of a session that impersonations may hang on, or undefined when it is over or was logged out of. */
// unscoped: by the caller's own session, or the one that a refresh token proves
export async function parentSessionEnd(ctx: PublicContext, sessionId: string): Promise<Date | undefined> {
  const row = await ctx.db
    .selectFrom('sessions')
    .select('expiresAt')
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('endedBecause', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .forShare()
    .executeTakeFirst()
  return row?.expiresAt
}

/**
 * Begins to act as another admin: a session of the target that is a child of the caller's own and ends with it. Throws 404 for no
 * living admin, 403 `impersonation_forbidden` for oneself, a protected, blocked or inactive one or one of an inactive tenant, and
 * for a caller without two-factor where the target's tenant requires it.
 */
export async function impersonate(ctx: Context, targetId: string, reason: string | null): Promise<TokenResponse> {
  const pair = await lockPair(ctx, ctx.actor.id, targetId)
  const { impersonator, target, tenants } = pair
  if (!target) throw notFound()
  if (ctx.actor.impersonatorId !== null || !impersonator || !mayImpersonate(ctx, pair)) throw forbidden('impersonation_forbidden')
  const parentEnd = await parentSessionEnd(ctx, ctx.actor.sessionId)
  if (!parentEnd) throw unauthenticated('session_revoked', true)
  const expiresAt = new Date(Math.min(after(ctx.now, longestMs).getTime(), parentEnd.getTime()))
  const session = await startSession(ctx, {
    accountId: target.id,
    kind: 'admin',
    tenantId: target.tenantId,
    deviceInfo: null,
    validAfter: tenants.validAfter,
    impersonation: { parentId: ctx.actor.sessionId, impersonatorId: impersonator.id, expiresAt },
  })
  await emit(ctx, 'auth.impersonation.started', {
    tenantId: target.tenantId,
    entityId: target.id,
    personName: fullName(target),
    data: { sessionId: session.id },
    personData: { reason },
  })
  return await tokensFor(ctx, target, { ...session, impersonatorId: impersonator.id })
}

/**
 * Ends the impersonation and answers a fresh pair in the session it began in, which is as good as that is now: 401 when it is over.
 * Refresh tokens that session had are void, so that it has one. Throws 409 `state_conflict` outside an impersonation.
 */
// unscoped: the caller's own session
export async function stopImpersonation(ctx: Context): Promise<TokenResponse> {
  const { id: targetId, sessionId, impersonatorId } = ctx.actor
  if (impersonatorId === null) throw stateConflict()
  const { impersonator, target } = await lockPair(ctx, impersonatorId, targetId)
  const child = await ctx.db.selectFrom('sessions').select('parentId').where('id', '=', sessionId).executeTakeFirst()
  const parentId = child?.parentId
  // tokens before their session, as a refresh takes them
  if (parentId) await revokeUnusedTokens(ctx, parentId)
  const parentEnd = parentId ? await parentSessionEnd(ctx, parentId) : undefined
  if (!parentId || !parentEnd || !impersonator?.isActive || impersonator.isBlocked) throw unauthenticated('session_revoked', true)
  const ended = await endSessions(ctx, [sessionId], 'impersonation_stopped')
  if (ended.length === 0) throw unauthenticated('session_revoked', true)
  await emit(ctx, 'auth.impersonation.stopped', {
    tenantId: target?.tenantId ?? null,
    entityId: targetId,
    personName: target ? fullName(target) : null,
    data: { sessionId },
  })
  const refreshToken = await addRefreshToken(ctx, parentId, parentEnd)
  return await tokensFor(ctx, impersonator, { id: parentId, expiresAt: parentEnd, refreshToken, impersonatorId: null })
}

const revokeUnusedTokens = (ctx: PublicContext, sessionId: string) =>
  ctx.db
    .updateTable('refreshTokens')
    .set({ revokedAt: ctx.now })
    .where('sessionId', '=', sessionId)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute()

/**
 * Ends every impersonation that this admin began, in whatever session that lives (with any other it has ended). Under the admin's lock, so
 * that none begins meanwhile.
 */
// unscoped: by an account that is locked, and was judged under the lock
export async function endImpersonationsBy(ctx: PublicContext, impersonatorId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select child.id from sessions own join sessions child on child.parent_id = own.id
    where own.account_id = ${impersonatorId} and own.ended_at is null and child.ended_at is null`.execute(ctx.db)
  await endImpersonations(ctx, rows)
}

/** Ends every impersonation of this admin. Under the admin's lock. */
// unscoped: by an account that is locked, and was judged under the lock
export async function endImpersonationsOf(ctx: PublicContext, targetId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where account_id = ${targetId} and impersonator_id is not null and ended_at is null`.execute(ctx.db)
  await endImpersonations(ctx, rows)
}

const endImpersonations = (ctx: PublicContext, sessions: readonly { id: string }[]) =>
  endSessions(
    ctx,
    sessions.map(({ id }) => id),
    'impersonation_stopped',
  )

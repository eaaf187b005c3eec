import { sql } from 'kysely'
import { endSessions, endSessionsOf } from '#accounts/session-end.ts'
import { after, minutesMs } from '#core/clock.ts'
import { notFound } from '#core/errors.ts'
import { revokeMany } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import { entityTypeOf } from '#events/people.ts'

/** Longer than any access token may live: after this nothing of a session that was logged out of is left. */
const lastAccessMs = minutesMs(60)

/** A session as its owner sees it. Nothing of a token is in it. */
export interface SessionEntry {
  readonly tokenId: string
  readonly deviceInfo: string | null
  readonly ipAddress: string
  readonly isCurrent: boolean
  readonly lastActiveAt: Date
  readonly createdAt: Date
}

/** The caller's sessions that can still be refreshed, newest first; impersonations of them are their impersonator's, not theirs. */
export const listSessions = (ctx: Context): Promise<SessionEntry[]> => listSessionsOf(ctx, ctx.actor.id)

/** The sessions of any account that can still be refreshed, newest first: there are 50 at most. */
// unscoped: the caller's own sessions, or those of an account that was judged in scope
export async function listSessionsOf(ctx: Context, accountId: string): Promise<SessionEntry[]> {
  const { sessionId } = ctx.actor
  const { rows } = await sql<SessionEntry>`
    select s.id as token_id, s.device_info, s.ip_address, s.id = ${sessionId} as is_current, s.last_active_at, s.created_at
    from sessions s
    where s.account_id = ${accountId} and s.ended_at is null and s.ended_because is null and s.expires_at > ${ctx.now}
      and (s.impersonator_id is null or s.id = ${sessionId})
      and exists (select from refresh_tokens t
        where t.session_id = s.id and t.used_at is null and t.revoked_at is null and t.expires_at > ${ctx.now})
    order by s.last_active_at desc, s.id desc`.execute(ctx.db)
  return rows
}

/** Ends one of the caller's sessions, its access token included. Throws 404 for another's, an unknown and an ended one alike. */
// unscoped: the caller's own sessions
export async function revokeSession(ctx: Context, sessionId: string): Promise<void> {
  const owned = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('accountId', '=', ctx.actor.id)
    .where('endedAt', 'is', null)
    .where('endedBecause', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .where('impersonatorId', 'is', null)
    .executeTakeFirst()
  const ended = owned ? await endSessions(ctx, [owned.id], 'revoked') : []
  if (!owned || !ended.includes(owned.id)) throw notFound()
  await emit(ctx, 'auth.session.revoked', { ...aboutCaller(ctx), data: { sessionId } })
}

/** Ends all sessions of the caller, this one too, with every token of them. */
export async function revokeAllSessions(ctx: Context): Promise<void> {
  const ended = await endSessionsOf(ctx, ctx.actor.id, 'revoked')
  await emit(ctx, 'auth.session.all_revoked', { ...aboutCaller(ctx), data: { sessions: ended.length } })
}

/**
 * Signs the caller out everywhere: no session of theirs can be refreshed again, impersonations begun in them are over, and access
 * tokens run out by themselves. In an impersonation it ends only that, at once.
 */
// unscoped: the caller's own sessions
export async function logout(ctx: Context): Promise<void> {
  const { id, sessionId, impersonatorId } = ctx.actor
  if (impersonatorId !== null) await endSessions(ctx, [sessionId], 'logout')
  else {
    const { rows } = await sql<{ id: string }>`
      with mine as (
        select id from sessions where account_id = ${id} and impersonator_id is null and ended_at is null and ended_because is null
        order by id for update
      )
      update sessions set ended_because = 'logout', expires_at = least(expires_at, ${after(ctx.now, lastAccessMs)})
      where id = any(array(select id from mine)) returning id`.execute(ctx.db)
    const ids = rows.map((row) => row.id)
    await endImpersonationsOf(ctx, ids)
    // they live on for their last access token, and are read anew: whose requests are counted, memory is to know (`isSignedOut`)
    await revokeMany(ctx, 'session', ids)
  }
  await emit(ctx, 'auth.logout.succeeded', { ...aboutCaller(ctx), data: { sessionId } })
}

// unscoped: the caller's own sessions
async function endImpersonationsOf(ctx: Context, parentIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where parent_id = any(${parentIds}::uuid[]) and ended_at is null`.execute(ctx.db)
  if (rows.length > 0) {
    await endSessions(
      ctx,
      rows.map((row) => row.id),
      'logout',
    )
  }
}

const aboutCaller = ({ actor }: Context) => ({
  tenantId: actor.tenantId,
  entityType: entityTypeOf(actor.kind),
  entityId: actor.id,
  personName: actor.name,
})

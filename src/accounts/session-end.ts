import { sql } from 'kysely'
import { revokeMany } from '#db/live/revocations.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { runHot } from '#db/rows/hot-query.ts'

/** Why a session is over; stands in its row. */
export type EndReason =
  | 'revoked'
  | 'logout'
  | 'too_many'
  | 'token_reuse'
  | 'impersonation_stopped'
  | 'password_changed'
  | 'password_reset'
  | 'two_factor_changed'
  | 'email_changed'
  | 'blocked'
  | 'deactivated'
  | 'deleted'

/**
 * Ends sessions and the impersonations begun in them: their access tokens are dead on this process when the transaction is
 * committed, and everywhere within a second. Returns the ids that were alive until now.
 */
// unscoped: by sessions whose account the caller was judged for, or that prove themselves
export const endSessions = (ctx: PublicContext, sessionIds: readonly string[], because: EndReason): Promise<string[]> =>
  end(ctx, sql`select id from sessions where id = any(${sessionIds}::uuid[])`, because)

/**
 * Ends every session of an account, those that were logged out of but whose access tokens still run too, and every sign-in that waits for
 * its second factor; `except` one session. Under the account's lock.
 */
// unscoped: by an account that is locked, and was judged under the lock
export async function endSessionsOf(
  ctx: PublicContext,
  accountId: string,
  because: EndReason,
  except: string | null = null,
): Promise<string[]> {
  await endPendingSignIns(ctx, [accountId])
  return await end(
    ctx,
    sql`select id from sessions where account_id = ${accountId} and ended_at is null and id is distinct from ${except}::uuid`,
    because,
  )
}

/** Does what `endSessionsOf` does for many accounts, in as many statements as for one. */
// unscoped: by accounts that are locked, and were judged under the lock
export async function endSessionsOfAll(ctx: PublicContext, accountIds: readonly string[], because: EndReason): Promise<string[]> {
  await endPendingSignIns(ctx, accountIds)
  return await end(ctx, sql`select id from sessions where account_id = any(${accountIds}::uuid[]) and ended_at is null`, because)
}

// unscoped: by accounts that are locked, and were judged under the lock
const endPendingSignIns = (ctx: PublicContext, accountIds: readonly string[]) =>
  sql`delete from challenges where account_id = any(${accountIds}::uuid[]) and purpose = 'two_factor'`.execute(ctx.db)

/**
 * Ends the sessions of an account that a suspension or deletion of its tenants shut for ever: else they would live again once it
 * belongs to no tenant any more.
 */
// unscoped: by an account that is locked, and was judged under the lock
export const endSessionsShutOut = (ctx: PublicContext, accountId: string): Promise<string[]> =>
  end(
    ctx,
    sql`select s.id from sessions s join accounts a on a.id = s.account_id
      where a.id = ${accountId} and s.ended_at is null and s.created_at <= (
        select max(t.sessions_valid_after) from tenant_closure c join tenants t on t.id = c.ancestor_id where c.descendant_id = a.tenant_id)`,
    'revoked',
  )

// unscoped: by sessions that its callers above chose
async function end(ctx: PublicContext, chosen: ReturnType<typeof sql>, because: EndReason): Promise<string[]> {
  const { rows } = await runHot(
    ctx.db,
    sql<{ id: string }>`
    with chosen as (${chosen}), doomed as (
      select s.id from sessions s
      where s.ended_at is null and s.id = any(array(
        select id from chosen union all select k.id from sessions k where k.parent_id = any(array(select id from chosen))))
      order by s.id for update
    )
    update sessions set ended_at = ${ctx.now}, ended_because = ${because} where id = any(array(select id from doomed)) and ended_at is null
    returning id`,
  )
  const ended = rows.map(({ id }) => id)
  if (ended.length > 0) await revokeMany(ctx, 'session', ended)
  return ended
}

import { sql } from 'kysely'
import { endSessions } from '#accounts/session-end.ts'
import { after, daysMs } from '#core/clock.ts'
import { hashToken, newToken } from '#core/secrets/one-time-code.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { type HotStatement, runHot } from '#db/rows/hot-query.ts'

/** A refresh family ends after this, however often it is refreshed. */
const familyMs = daysMs(30)
/** One refresh token is good for this long. */
export const refreshTokenMs = daysMs(7)
const mostSessions = 50
export const longestDeviceInfo = 256

export interface NewSession {
  readonly accountId: string
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly deviceInfo: string | null
  /** See `LockedTenants`. */
  readonly validAfter: Date | null
  /** An impersonation: whose session it is a child of, who acts, and when it ends at the latest. */
  readonly impersonation?: { readonly parentId: string; readonly impersonatorId: string; readonly expiresAt: Date }
}

export interface StartedSession {
  readonly id: string
  readonly expiresAt: Date
  /** In clear, for the answer only: what is stored is its SHA-256. */
  readonly refreshToken: string
}

/**
 * Makes a session with its first refresh token. To be called under the lock of its account: of the others that were signed in to the 49
 * newest stay. Its id is always new: nothing from before a sign-in lives on after it.
 */
export async function startSession(ctx: PublicContext, session: NewSession): Promise<StartedSession> {
  const { statement, started } = sessionStart(ctx, session)
  const { rows: surplus } = await runHot(ctx.db, statement)
  await endSurplus(ctx, surplus)
  return started
}

/** Ends those that were too many (`sessionStart`). */
export async function endSurplus(ctx: PublicContext, surplus: readonly { readonly id: string }[]): Promise<void> {
  if (surplus.length === 0) return
  await endSessions(
    ctx,
    surplus.map(({ id }) => id),
    'too_many',
  )
}

/**
 * The statement of `startSession`, to be run together with others, and the session once it was; what the statement gives is for
 * `endSurplus`.
 */
// unscoped: a new session of an account that sign-in proved
export function sessionStart(
  ctx: PublicContext,
  session: NewSession,
): { statement: HotStatement<{ id: string }>; started: StartedSession } {
  const { accountId, impersonation, validAfter } = session
  const id = uuidv7(ctx.now)
  // made at the very moment of a suspension it would be dead from the start
  const createdAt = validAfter && validAfter >= ctx.now ? after(validAfter, 1) : ctx.now
  const expiresAt = impersonation?.expiresAt ?? after(ctx.now, familyMs)
  const { token, row } = newRefreshToken(ctx, id, expiresAt)
  const deviceInfo = session.deviceInfo ?? ctx.userAgent?.slice(0, longestDeviceInfo) ?? null
  const statement = sql<{ id: string }>`
    with made as (
      insert into sessions (id, account_id, kind, tenant_id, parent_id, impersonator_id, device_info, ip_address, user_agent, created_at,
        authenticated_at, last_active_at, expires_at)
      values (${id}, ${accountId}, ${session.kind}, ${session.tenantId}, ${impersonation?.parentId ?? null},
        ${impersonation?.impersonatorId ?? null}, ${deviceInfo}, ${ctx.ip}, ${ctx.userAgent}, ${createdAt}, ${ctx.now}, ${ctx.now}, ${expiresAt})
    ), token as (
      insert into refresh_tokens (hash, session_id, created_at, expires_at) values (${row.hash}, ${id}, ${row.createdAt}, ${row.expiresAt})
    )
    select id from sessions
    where ${impersonation === undefined} and account_id = ${accountId} and ended_at is null and ended_because is null
      and impersonator_id is null and expires_at > ${ctx.now}
    order by created_at desc, id desc offset ${sql.lit(mostSessions - 1)}`
  return { statement, started: { id, expiresAt, refreshToken: token } }
}

/** A further refresh token of a session; whatever was unused of it is to be revoked by the caller first. */
export async function addRefreshToken(ctx: PublicContext, sessionId: string, sessionExpiresAt: Date): Promise<string> {
  const { token, row } = newRefreshToken(ctx, sessionId, sessionExpiresAt)
  await runHot(ctx.db, ctx.db.insertInto('refreshTokens').values(row))
  return token
}

/** In clear, for the answer alone, and as it is stored. */
function newRefreshToken(ctx: PublicContext, sessionId: string, sessionExpiresAt: Date) {
  const token = newToken()
  const expiresAt = new Date(Math.min(after(ctx.now, refreshTokenMs).getTime(), sessionExpiresAt.getTime()))
  return { token, row: { hash: hashToken(token), sessionId, createdAt: ctx.now, expiresAt } }
}

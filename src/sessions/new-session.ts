import { sql } from 'kysely'
import { endSessions } from '#accounts/session-end.ts'
import { after, daysMs } from '#core/clock.ts'
import { hashToken, newToken } from '#core/secrets/one-time-code.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { runHot } from '#db/rows/hot-query.ts'

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

/** Makes a session with its first refresh token. Its id is always new: nothing from before a sign-in lives on after it. */
// unscoped: a new session of an account that sign-in proved
export async function startSession(ctx: PublicContext, session: NewSession): Promise<StartedSession> {
  const { impersonation, validAfter } = session
  const id = uuidv7(ctx.now)
  // made at the very moment of a suspension it would be dead from the start
  const createdAt = validAfter && validAfter >= ctx.now ? after(validAfter, 1) : ctx.now
  const expiresAt = impersonation?.expiresAt ?? after(ctx.now, familyMs)
  await runHot(
    ctx.db,
    ctx.db.insertInto('sessions').values({
      id,
      accountId: session.accountId,
      kind: session.kind,
      tenantId: session.tenantId,
      parentId: impersonation?.parentId ?? null,
      impersonatorId: impersonation?.impersonatorId ?? null,
      deviceInfo: session.deviceInfo ?? ctx.userAgent?.slice(0, longestDeviceInfo) ?? null,
      ipAddress: ctx.ip,
      userAgent: ctx.userAgent,
      createdAt,
      authenticatedAt: ctx.now,
      lastActiveAt: ctx.now,
      expiresAt,
    }),
  )
  return { id, expiresAt, refreshToken: await addRefreshToken(ctx, id, expiresAt) }
}

/** A further refresh token of a session; whatever was unused of it is to be revoked by the caller first. */
export async function addRefreshToken(ctx: PublicContext, sessionId: string, sessionExpiresAt: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(Math.min(after(ctx.now, refreshTokenMs).getTime(), sessionExpiresAt.getTime()))
  await runHot(ctx.db, ctx.db.insertInto('refreshTokens').values({ hash: hashToken(token), sessionId, createdAt: ctx.now, expiresAt }))
  return token
}

/** Ends the oldest sessions of an account beyond 50. To be called under the account's lock, after a session was added. */
// unscoped: by an account that sign-in proved
export async function endSurplusSessions(ctx: PublicContext, accountId: string): Promise<void> {
  const { rows } = await runHot(
    ctx.db,
    sql<{ id: string }>`
    select id from sessions
    where account_id = ${accountId} and ended_at is null and ended_because is null and impersonator_id is null and expires_at > ${ctx.now}
    order by created_at desc, id desc offset ${sql.lit(mostSessions)}`,
  )
  if (rows.length > 0) {
    await endSessions(
      ctx,
      rows.map(({ id }) => id),
      'too_many',
    )
  }
}

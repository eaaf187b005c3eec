import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import { querySchemaOf } from '#db/lists/list-query.ts'
import type { AccountKind } from '#db/rows/context.ts'
import { type Routes, route } from '#http/route.ts'
import { Message } from '#http/shapes.ts'
import { listSessions, logout, revokeAllSessions, revokeSession } from '#sessions/own-sessions.ts'
import { refresh } from '#sessions/refresh.ts'
import { readSecurityLog } from '#sessions/security-log.ts'
import { clearRefreshCookie, presentedRefreshToken, withRefreshCookie } from './refresh-cookie.ts'
import { ByTokenId, RefreshBody, SecurityLogPage, SessionEntry, TokenAnswer } from './sign-in.schema.ts'

/** Below /api/v1/auth/admin and /api/v1/auth/user: one's own sessions, from refresh to sign-out, and what happened to the account. */
export const sessionRoutes = (kind: AccountKind): Routes => ({
  'POST /refresh': route({
    operationId: kind === 'admin' ? 'refreshTokens' : 'refreshUserTokens',
    summary: 'Exchange a refresh token for a new pair',
    access: 'public',
    rate: 'token-refresh',
    transaction: 'own',
    body: RefreshBody,
    reply: TokenAnswer,
    issuesRefreshToken: true,
    errors: [401, 403],
    emits: ['auth.token.reuse_detected'],
    also: kind === 'admin' ? ['POST /api/v1/auth/refresh'] : [],
    run: async (ctx, { body, exchange }) => {
      const presented = presentedRefreshToken(ctx, exchange, kind, body.refreshToken)
      if (presented instanceof AppError) return presented
      const answer = await refresh(ctx, kind, presented.token)
      return answer instanceof AppError ? answer : withRefreshCookie(exchange, kind, answer, presented.isFromCookie)
    },
  }),

  'POST /logout': route({
    operationId: kind === 'admin' ? 'signOut' : 'signOutUser',
    summary: "Revoke the caller's refresh tokens",
    access: kind,
    openDuring: ['password_change', 'two_factor_setup'],
    reply: Message,
    emits: ['auth.logout.succeeded'],
    also: kind === 'admin' ? ['POST /api/v1/auth/logout'] : [],
    run: async (ctx, { exchange }) => {
      await logout(ctx)
      clearRefreshCookie(exchange, kind)
      return { message: message('logged_out', ctx.language) }
    },
  }),

  'GET /sessions': route({
    operationId: kind === 'admin' ? 'listSessions' : 'listUserSessions',
    summary: "The caller's active sessions",
    access: kind,
    reply: z.array(SessionEntry),
    run: (ctx) => listSessions(ctx),
  }),

  'DELETE /sessions/:tokenId': route({
    operationId: kind === 'admin' ? 'endSession' : 'endUserSession',
    summary: "End one of the caller's sessions",
    access: kind,
    notImpersonating: true,
    params: ByTokenId,
    status: 204,
    emits: ['auth.session.revoked'],
    run: async (ctx, { params, exchange }) => {
      await revokeSession(ctx, params.tokenId)
      // what is left of it in the browser would be asked for a refresh at each start of a page
      if (params.tokenId === ctx.actor.sessionId) clearRefreshCookie(exchange, kind)
      return undefined
    },
  }),

  'POST /sessions/revoke-all': route({
    operationId: kind === 'admin' ? 'endAllSessions' : 'endAllUserSessions',
    summary: "End all of the caller's sessions",
    access: kind,
    notImpersonating: true,
    reply: Message,
    emits: ['auth.session.all_revoked'],
    run: async (ctx, { exchange }) => {
      await revokeAllSessions(ctx)
      clearRefreshCookie(exchange, kind)
      return { message: message('sessions_revoked', ctx.language) }
    },
  }),

  'GET /security-log': route({
    operationId: kind === 'admin' ? 'listSecurityEvents' : 'listUserSecurityEvents',
    summary: "Recent security events of the caller's account",
    access: kind,
    query: querySchemaOf({}, ['createdAt']),
    reply: SecurityLogPage,
    run: (ctx, { query }) => readSecurityLog(ctx, query),
  }),
})

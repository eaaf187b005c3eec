import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import { querySchemaOf } from '#db/lists/list-query.ts'
import { route } from '#http/route.ts'
import { Message } from '#http/shapes.ts'
import { listSessions, logout, revokeAllSessions, revokeSession } from '#sessions/own-sessions.ts'
import { refresh } from '#sessions/refresh.ts'
import { readSecurityLog } from '#sessions/security-log.ts'
import { discoverWorkspaces, signIn } from '#sign-in/sign-in.ts'
import { AdminLogin, ByTokenId, DiscoverWorkspaces } from './admin-auth.schema.ts'
import { clearRefreshCookie, presentedRefreshToken, withRefreshCookie } from './refresh-cookie.ts'
import { RefreshBody, SecurityLogPage, SessionEntry, SignInAnswer, TokenAnswer, Workspaces } from './sign-in.schema.ts'

export const adminAuthRoutes = {
  'POST /login': route({
    operationId: 'signIn',
    summary: 'Sign in with a password',
    description:
      'Answers tokens, a pending second factor, or the workspaces to choose from. Where no tenant is named, the one whose verified domain the request was sent to is meant.',
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    body: AdminLogin,
    reply: SignInAnswer,
    issuesRefreshToken: true,
    errors: [401, 403, 423],
    emits: ['auth.login.succeeded', 'auth.login.failed', 'auth.account.locked', 'auth.workspaces.shown'],
    also: ['POST /api/v1/auth/login'],
    run: async (ctx, { body, exchange }) => {
      const answer = await signIn(ctx, 'admin', { ...body, isPlatformAdmin: body.isPlatformAdmin ?? undefined, host: exchange.host() })
      return answer instanceof AppError ? answer : withRefreshCookie(exchange, answer)
    },
  }),

  'POST /refresh': route({
    operationId: 'refreshTokens',
    summary: 'Exchange a refresh token for a new pair',
    access: 'public',
    rate: 'token-refresh',
    transaction: 'own',
    body: RefreshBody,
    reply: TokenAnswer,
    issuesRefreshToken: true,
    errors: [401, 403],
    emits: ['auth.token.reuse_detected'],
    also: ['POST /api/v1/auth/refresh'],
    run: async (ctx, { body, exchange }) => {
      const presented = presentedRefreshToken(ctx, exchange, body.refreshToken)
      if (presented instanceof AppError) return presented
      const answer = await refresh(ctx, 'admin', presented.token)
      return answer instanceof AppError ? answer : withRefreshCookie(exchange, answer, presented.isFromCookie)
    },
  }),

  'POST /discover-workspaces': route({
    operationId: 'discoverWorkspaces',
    summary: 'The workspaces that an address and a password open',
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    body: DiscoverWorkspaces,
    reply: Workspaces,
    errors: [401, 423],
    emits: ['auth.workspaces.shown', 'auth.login.failed', 'auth.account.locked'],
    run: (ctx, { body, exchange }) => discoverWorkspaces(ctx, 'admin', { ...body, host: exchange.host() }),
  }),

  'POST /logout': route({
    operationId: 'signOut',
    summary: "Revoke the caller's refresh tokens",
    access: 'admin',
    openDuring: ['password_change', 'two_factor_setup'],
    reply: Message,
    emits: ['auth.logout.succeeded'],
    also: ['POST /api/v1/auth/logout'],
    run: async (ctx, { exchange }) => {
      await logout(ctx)
      clearRefreshCookie(exchange)
      return { message: message('logged_out', ctx.language) }
    },
  }),

  'GET /sessions': route({
    operationId: 'listSessions',
    summary: "The caller's active sessions",
    access: 'admin',
    reply: z.array(SessionEntry),
    run: (ctx) => listSessions(ctx),
  }),

  'DELETE /sessions/:tokenId': route({
    operationId: 'endSession',
    summary: "End one of the caller's sessions",
    access: 'admin',
    notImpersonating: true,
    params: ByTokenId,
    status: 204,
    emits: ['auth.session.revoked'],
    run: (ctx, { params }) => revokeSession(ctx, params.tokenId) as Promise<undefined>,
  }),

  'POST /sessions/revoke-all': route({
    operationId: 'endAllSessions',
    summary: "End all of the caller's sessions",
    access: 'admin',
    notImpersonating: true,
    reply: Message,
    emits: ['auth.session.all_revoked'],
    run: async (ctx, { exchange }) => {
      await revokeAllSessions(ctx)
      clearRefreshCookie(exchange)
      return { message: message('sessions_revoked', ctx.language) }
    },
  }),

  'GET /security-log': route({
    operationId: 'listSecurityEvents',
    summary: "Recent security events of the caller's account",
    access: 'admin',
    query: querySchemaOf({}, ['createdAt']),
    reply: SecurityLogPage,
    run: (ctx, { query }) => readSecurityLog(ctx, query),
  }),
}

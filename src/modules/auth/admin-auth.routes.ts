import { AppError } from '#core/errors.ts'
import { type Routes, route } from '#http/route.ts'
import { discoverWorkspaces, signIn } from '#sign-in/sign-in.ts'
import { counted } from '#sign-in/sign-in-counts.ts'
import { AdminLogin, DiscoverWorkspaces } from './admin-auth.schema.ts'
import { withRefreshCookie } from './refresh-cookie.ts'
import { SignInAnswer, Workspaces } from './sign-in.schema.ts'

/** Below /api/v1/auth/admin: how an admin signs in. */
export const adminAuthRoutes: Routes = {
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
      const credentials = { ...body, isPlatformAdmin: body.isPlatformAdmin ?? undefined, host: exchange.host() }
      const answer = await counted(ctx.service.signIns, 'password', () => signIn(ctx, 'admin', credentials))
      return answer instanceof AppError ? answer : withRefreshCookie(exchange, 'admin', answer)
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
    run: (ctx, { body, exchange }) =>
      counted(ctx.service.signIns, 'workspaces', () => discoverWorkspaces(ctx, 'admin', { ...body, host: exchange.host() })),
  }),
}

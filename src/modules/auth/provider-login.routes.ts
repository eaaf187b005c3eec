import { AppError } from '#core/errors.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { type Exchange, type Routes, route } from '#http/route.ts'
import { beginRedirect } from '#sign-in/providers/begin-redirect.ts'
import { signInByProvider } from '#sign-in/providers/provider-sign-in.ts'
import { counted } from '#sign-in/sign-in-counts.ts'
import { namedByCode } from '#sign-in/user-tenant.ts'
import { AdminProviderSignIn, ByProvider, ProviderSignInAnswer, UserProviderSignIn } from './external-login.schema.ts'
import { providerProof } from './provider-proof.ts'
import { withRefreshCookie } from './refresh-cookie.ts'

const description =
  'With `token`, or with `code`, `redirectUri` and `codeVerifier`: answers tokens, a pending second factor, or the workspaces to choose from. With `redirectUri` alone: answers where the browser goes, and what the client keeps until it comes back.'

/** Below /api/v1/auth/admin: sign-in of admins who linked themselves to a provider. */
export const adminProviderRoutes: Routes = {
  'POST /login/:provider': route({
    operationId: 'signInByProvider',
    summary: 'Sign in through a provider that the admin is linked to',
    description,
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    params: ByProvider,
    isAnyParamTaken: true,
    body: AdminProviderSignIn,
    reply: ProviderSignInAnswer,
    issuesRefreshToken: true,
    errors: [401, 403, 423],
    emits: ['auth.login.succeeded', 'auth.login.failed', 'auth.workspaces.shown'],
    run: (ctx, { params, body, exchange }) => {
      const { tenantId, isPlatformAdmin } = body
      return answerOf(ctx, 'admin', { ...body, ...params, tenantId, isPlatformAdmin: isPlatformAdmin ?? undefined }, exchange)
    },
  }),
}

/** Below /api/v1/auth/user: sign-in of end users, who are made an account where the tenant takes registrations. */
export const userProviderRoutes: Routes = {
  'POST /login/:provider': route({
    operationId: 'signInUserByProvider',
    summary: 'Sign in through a provider, with an account that is made where there is none',
    description: `${description} 409 \`link_required\` where an account has the address and not both sides have proved it.`,
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    params: ByProvider,
    isAnyParamTaken: true,
    body: UserProviderSignIn,
    reply: ProviderSignInAnswer,
    issuesRefreshToken: true,
    errors: [401, 403, 409, 423],
    emits: ['auth.login.succeeded', 'auth.login.failed', 'user.registered', 'auth.external_login.linked', 'auth.workspaces.shown'],
    run: async (ctx, { params, body, exchange }) => {
      const tenantId = await namedByCode(ctx, body)
      return await answerOf(ctx, 'user', { ...body, ...params, tenantId }, exchange)
    },
  }),
}

interface Given {
  readonly provider: string
  readonly token?: string | null | undefined
  readonly code?: string | null | undefined
  readonly redirectUri?: string | null | undefined
  readonly codeVerifier?: string | null | undefined
  readonly nonce?: string | null | undefined
  readonly tenantId?: string | null | undefined
  readonly isPlatformAdmin?: boolean | undefined
  readonly deviceInfo?: string | null | undefined
}

async function answerOf(ctx: PublicContext, kind: 'admin' | 'user', given: Given, exchange: Exchange) {
  const { provider, redirectUri, tenantId, isPlatformAdmin, deviceInfo } = given
  const where = { provider, tenantId, isPlatformAdmin, host: exchange.host() }
  const proof = providerProof(given)
  if (proof === null) return await beginRedirect(ctx, kind, { ...where, redirectUri: redirectUri as string })
  const takeSend = () => exchange.takeSend()
  const answer = await counted(ctx.service.signIns, 'external', () =>
    signInByProvider(ctx, kind, { ...where, proof, deviceInfo, takeSend }),
  )
  return answer instanceof AppError ? answer : withRefreshCookie(exchange, kind, answer)
}

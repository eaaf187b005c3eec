import { z } from 'zod'
import type { ProviderProof } from '#core/identity-provider.ts'
import type { AccountKind } from '#db/rows/context.ts'
import { type Routes, route } from '#http/route.ts'
import { linkOwn, listOwnLinks, unlinkOwn } from '#sign-in/providers/own-links.ts'
import { ByExternalLogin, ExternalLogin, LinkExternalLogin } from './external-login.schema.ts'
import { providerProof } from './provider-proof.ts'

/** Below /api/v1/auth/admin and /api/v1/auth/user: through which providers the caller may come in. */
export const externalLoginRoutes = (kind: AccountKind): Routes => ({
  'GET /external-logins': route({
    operationId: kind === 'admin' ? 'listExternalLogins' : 'listUserExternalLogins',
    summary: 'The providers that the caller is linked to',
    access: kind,
    reply: z.array(ExternalLogin),
    run: (ctx) => listOwnLinks(ctx),
  }),

  'POST /external-logins/link': route({
    operationId: kind === 'admin' ? 'linkExternalLogin' : 'linkUserExternalLogin',
    summary: 'Link the caller to a provider',
    description:
      'With `token`, or with `authorizationCode`, `redirectUri` and `codeVerifier` of a redirect that the sign-in through the provider begins. More than ten minutes after the sign-in it takes the password or a two-factor code besides, asked for before the provider is. 409 where somebody is linked to that person already, or the tenant wants one provider for each.',
    access: kind,
    notImpersonating: true,
    transaction: 'own',
    body: LinkExternalLogin,
    reply: ExternalLogin,
    status: 201,
    location: ({ id }) => `/api/v1/auth/${kind}/external-logins/${id}`,
    errors: [401, 409, 423],
    emits: ['auth.external_login.linked', 'auth.reauthentication.failed', 'auth.two_factor.failed', 'auth.account.locked'],
    run: (ctx, { body: { provider, password, code, authorizationCode, ...given } }) =>
      linkOwn(ctx, { provider, password, code, proof: providerProof({ ...given, code: authorizationCode }) as ProviderProof }),
  }),

  'DELETE /external-logins/:externalLoginId': route({
    operationId: kind === 'admin' ? 'unlinkExternalLogin' : 'unlinkUserExternalLogin',
    summary: 'Unlink the caller from a provider',
    description: '409 for the last way in: a password or another provider must remain.',
    access: kind,
    notImpersonating: true,
    params: ByExternalLogin,
    status: 204,
    errors: [409],
    emits: ['auth.external_login.unlinked'],
    run: (ctx, { params }) => unlinkOwn(ctx, params.externalLoginId) as Promise<undefined>,
  }),
})

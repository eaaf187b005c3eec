import { z } from 'zod'
import { examplePassword } from '#http/example-values.ts'
import { Id, named, Timestamp } from '#http/shapes.ts'
import {
  DeviceInfo,
  Password,
  PresentedToken,
  TenantReference,
  TokenAnswer,
  TwoFactorChallenge,
  WorkspaceSelection,
} from './sign-in.schema.ts'
import { TenantCode } from './user-auth.schema.ts'

const ProviderName = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'Of a provider that is on, in any case: google, apple, microsoft, facebook, or one of the tenant’s own' })
const Nonce = z.string().min(1).max(512).nullish().meta({ description: 'As the client sent it to the provider; the ID token must have it' })

export const ByProvider = z.object({
  provider: z
    .string()
    .meta({ description: 'Name of the provider, in any case: google, apple, microsoft, facebook, or one of the tenant’s own' }),
})
export const ByExternalLogin = z.object({ externalLoginId: Id.meta({ description: 'Of a link, as the list shows it' }) })

/** What comes of a provider, in one of three forms. */
const proof = {
  token: PresentedToken.nullish().meta({ description: 'ID token; of facebook an access token' }),
  code: z
    .string()
    .min(1)
    .max(4096)
    .nullish()
    .meta({ description: 'Of the redirect back; with `redirectUri` and `codeVerifier`, in place of `token`' }),
  redirectUri: z.string().min(1).max(2000).nullish().meta({ description: 'Alone it begins a redirect' }),
  codeVerifier: z
    .string()
    .regex(/^[A-Za-z0-9._~-]{43,128}$/)
    .nullish()
    .meta({ description: 'RFC 7636' }),
  nonce: Nonce,
  deviceInfo: DeviceInfo.nullish(),
}

type Given = { readonly [K in 'token' | 'code' | 'redirectUri' | 'codeVerifier' | 'nonce']?: string | null | undefined }

/** Exactly one form: a token; a code with what belongs to it; or the address of a redirect to begin. */
function oneForm({ token, code, redirectUri, codeVerifier, nonce }: Given, context: z.RefinementCtx): void {
  const says = (field: string, problem: 'required' | 'not_allowed_value') =>
    context.addIssue({ code: 'custom', path: [field], params: { code: problem } })
  const present = Object.entries({ code, redirectUri, codeVerifier }).flatMap(([field, value]) => (value == null ? [] : [field]))
  if (token != null) for (const field of present) says(field, 'not_allowed_value')
  else if (code != null) {
    if (redirectUri == null) says('redirectUri', 'required')
    if (codeVerifier == null) says('codeVerifier', 'required')
  } else if (redirectUri == null) says('token', 'required')
  else {
    if (codeVerifier != null) says('codeVerifier', 'not_allowed_value')
    if (nonce != null) says('nonce', 'not_allowed_value')
  }
}

const exampleToken = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMTAifQ.c2lnbmF0dXJl'

export const AdminProviderSignIn = named(
  'ProviderSignIn',
  z
    .strictObject({
      ...proof,
      tenantId: TenantReference.nullish(),
      isPlatformAdmin: z.boolean().nullish().meta({ description: 'True selects platform administration; not together with `tenantId`' }),
    })
    .superRefine(oneForm),
  { token: exampleToken, isPlatformAdmin: true },
)

export const UserProviderSignIn = named('UserProviderSignIn', z.strictObject({ ...proof, tenantCode: TenantCode }).superRefine(oneForm), {
  token: exampleToken,
  tenantCode: 'acme',
})

const ProviderTokens = named(
  'ProviderTokenResponse',
  TokenAnswer.extend({ isNewUser: z.boolean().meta({ description: 'Whether the account was just made' }) }),
)

const RedirectBeginning = named(
  'RedirectBeginning',
  z.object({
    authorizationUrl: z.string().meta({ description: 'Where the browser goes' }),
    state: z.string().meta({ description: 'The client keeps it, and compares what comes back' }),
    nonce: z.string().nullable().meta({ description: 'Kept by the client and sent with the code; null where the provider has none' }),
    codeVerifier: z.string().meta({ description: 'Kept by the client and sent with the code' }),
  }),
)

/** Which of the four it is, what only one of them has says: `accessToken`, `twoFactorToken`, `workspaces` or `authorizationUrl`. */
export const ProviderSignInAnswer = named(
  'ProviderSignInResult',
  z.union([ProviderTokens, TwoFactorChallenge, WorkspaceSelection, RedirectBeginning]),
)

export const ExternalLogin = named(
  'ExternalLogin',
  z.object({
    id: Id,
    providerName: z.string(),
    providerKey: z.string().meta({ description: 'What the provider calls the person, whatever their address becomes' }),
    email: z.string().nullable(),
    displayName: z.string(),
    linkedAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  }),
)

export const LinkExternalLogin = named(
  'ExternalLoginLink',
  z.strictObject({
    provider: ProviderName,
    token: PresentedToken.meta({ description: 'ID token; of facebook an access token' }),
    nonce: Nonce,
    password: Password.nullish().meta({ description: 'It or `code` is needed once the session is older than ten minutes' }),
    code: z.string().min(1).max(64).nullish().meta({ description: 'Of the authenticator, or a backup code' }),
  }),
  { provider: 'google', token: exampleToken, password: examplePassword },
)

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

const ProviderToken = PresentedToken.nullish().meta({ description: 'ID token; of facebook an access token' })
const RedirectCode = z
  .string()
  .min(1)
  .max(4096)
  .nullish()
  .meta({ description: 'Of the redirect back; with `redirectUri` and `codeVerifier`, in place of `token`' })
const RedirectUri = z.string().min(1).max(2000).nullish()
const CodeVerifier = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{43,128}$/)
  .nullish()
  .meta({ description: 'RFC 7636' })

export const ByProvider = z.object({
  provider: z
    .string()
    .meta({ description: 'Name of the provider, in any case: google, apple, microsoft, facebook, or one of the tenant’s own' }),
})
export const ByExternalLogin = z.object({ externalLoginId: Id.meta({ description: 'Of a link, as the list shows it' }) })

/** What comes of a provider, in one of three forms. */
const proof = {
  token: ProviderToken,
  code: RedirectCode,
  redirectUri: RedirectUri.meta({ description: 'Alone it begins a redirect' }),
  codeVerifier: CodeVerifier,
  nonce: Nonce,
  deviceInfo: DeviceInfo.nullish(),
}

type Given<K extends string> = { readonly [k in K]?: string | null | undefined }

const says = (context: z.RefinementCtx, field: string, problem: 'required' | 'not_allowed_value') =>
  context.addIssue({ code: 'custom', path: [field], params: { code: problem } })

/** Exactly one form: a token; a code with what belongs to it; or the address of a redirect to begin. */
function oneForm(
  { token, code, redirectUri, codeVerifier, nonce }: Given<'token' | 'code' | 'redirectUri' | 'codeVerifier' | 'nonce'>,
  context: z.RefinementCtx,
): void {
  if (token != null || code != null) tokenOrCode({ token }, { code, redirectUri, codeVerifier }, context)
  else if (redirectUri == null) says(context, 'token', 'required')
  else {
    if (codeVerifier != null) says(context, 'codeVerifier', 'not_allowed_value')
    if (nonce != null) says(context, 'nonce', 'not_allowed_value')
  }
}

/** A token, or all that belongs to a code. */
function tokenOrCode({ token }: Given<'token'>, ofCode: Given<string>, context: z.RefinementCtx): void {
  const fields = Object.keys(ofCode)
  const [present, missing] = [fields.filter((field) => ofCode[field] != null), fields.filter((field) => ofCode[field] == null)]
  if (token != null) for (const field of present) says(context, field, 'not_allowed_value')
  else if (present.length === 0) says(context, 'token', 'required')
  else for (const field of missing) says(context, field, 'required')
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
  z
    .strictObject({
      provider: ProviderName,
      token: ProviderToken,
      authorizationCode: RedirectCode,
      redirectUri: RedirectUri.meta({ description: 'As the redirect was begun with it' }),
      codeVerifier: CodeVerifier,
      nonce: Nonce,
      password: Password.nullish().meta({ description: 'It or `code` is needed once the session is older than ten minutes' }),
      code: z.string().min(1).max(64).nullish().meta({ description: 'Of the authenticator, or a backup code' }),
    })
    .superRefine(({ token, authorizationCode, redirectUri, codeVerifier }, context) =>
      tokenOrCode({ token }, { authorizationCode, redirectUri, codeVerifier }, context),
    ),
  { provider: 'google', token: exampleToken, password: examplePassword },
)

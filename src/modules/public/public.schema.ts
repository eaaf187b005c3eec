import { z } from 'zod'
import { named } from '#http/shapes.ts'
import { PasswordPolicy } from '#http/start/sign-in-page.ts'

export const WorkspaceQuery = z
  .strictObject({
    code: z.string().max(200).optional().meta({ description: 'The public workspace code, in any case' }),
    domain: z.string().max(253).optional().meta({ description: 'A verified domain of the workspace; instead of the code' }),
  })
  .superRefine(({ code, domain }, context) => {
    if ((code === undefined) !== (domain === undefined)) return
    const problem = code === undefined ? 'required' : 'not_allowed_value'
    context.addIssue({ code: 'custom', path: [code === undefined ? 'code' : 'domain'], params: { code: problem } })
  })

const shown = z.string().nullable().optional()

const Provider = named(
  'SignInProvider',
  z.object({
    name: z.string(),
    displayName: z.string(),
    takesRedirect: z
      .literal(false)
      .optional()
      .meta({ description: 'There where it takes tokens alone: the secret that codes need is not set' }),
  }),
  { name: 'google', displayName: 'Google' },
)

/** What a page for signing in needs before anybody is known. Without sign-in only the first four fields are there. */
export const Workspace = named(
  'SignInPage',
  z.object({
    tenantId: z.string().meta({ description: 'Opaque; accepted by sign-in and password reset' }),
    code: z.string(),
    name: z.string(),
    isSignInAvailable: z.boolean().meta({ description: 'False: nobody of this workspace can sign in at present' }),
    logoUrl: shown,
    faviconUrl: shown,
    primaryColor: shown,
    secondaryColor: shown,
    companyName: shown,
    loginHeadline: shown,
    loginSubtitle: shown,
    loginBrandingJson: shown.meta({ description: 'Text that holds JSON' }),
    termsOfServiceUrl: shown,
    privacyPolicyUrl: shown,
    language: z.enum(['en', 'ar']).optional(),
    providers: z.array(Provider).optional().meta({ description: 'External providers that users can sign in with' }),
    passwordPolicy: PasswordPolicy.optional(),
    registrationEnabled: z.boolean().optional().meta({ description: 'Whether strangers may make themselves users of it' }),
    requireEmailVerification: z.boolean().optional().meta({ description: 'Whether users prove their address before they can sign in' }),
  }),
)

export const SignInQuery = z.strictObject({
  code: z
    .string()
    .max(4096)
    .optional()
    .meta({ description: 'The public workspace code, in any case; without it the host says whose page it is' }),
  returnTo: z
    .string()
    .max(4096)
    .optional()
    .meta({ description: 'Where the page leads once somebody is signed in; an address of more than 2,000 characters leads nowhere' }),
})

/** All that a page for signing in begins with. */
export const SignInStart = named(
  'SignInStart',
  z.object({
    serviceName: z.string(),
    workspace: Workspace.nullable().meta({ description: 'Null where neither code nor host names one' }),
    providers: z.array(Provider).meta({ description: 'Of the workspace; without one those of the platform' }),
    returnTo: z.string().nullable().meta({
      description:
        'As it is to be followed, where it is a path, or lies on `PUBLIC_URL`, an origin of `CORS_ORIGINS` or a verified domain of the workspace; else null. An address may come back written another way: as browsers write it',
    }),
  }),
)

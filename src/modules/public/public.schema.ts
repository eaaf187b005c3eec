import { z } from 'zod'
import { named } from '#http/shapes.ts'

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
    providers: z
      .array(named('SignInProvider', z.object({ name: z.string(), displayName: z.string() }), { name: 'google', displayName: 'Google' }))
      .optional()
      .meta({ description: 'External providers that users can sign in with' }),
    passwordPolicy: z
      .object({ minLength: z.int(), requireUppercase: z.boolean(), requireNumber: z.boolean(), requireSpecial: z.boolean() })
      .meta({ id: 'PasswordPolicy' })
      .optional(),
  }),
)

import { z } from 'zod'
import { pageSchemaOf } from '#db/lists/list-query.ts'
import { Id, named, Timestamp } from '#http/shapes.ts'
import { longestDeviceInfo } from '#sessions/new-session.ts'

/** Letters of any script, digits and what addresses are written with; no spaces, signs of direction or pictures. */
const nameForm = /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~@-]+$/u
const longestName = 320
/** Well beyond what a password may have, so that a long one is simply wrong, and far below what is dear to hash. */
const longestPassword = 1024

/** An e-mail address or username as typed. */
export const Identifier = z
  .string()
  .min(1)
  .max(longestName)
  .refine((text) => nameForm.test(text.normalize('NFKC').trim()), { params: { code: 'format' } })
export const Password = z.string().min(1).max(longestPassword)
export const TenantReference = z.string().min(1).max(100).meta({ description: 'Tenant id, plain or as a workspace entry shows it' })
/** One line of text, whatever was sent. */
export const DeviceInfo = z
  .string()
  .max(longestDeviceInfo)
  .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim() || null)

/** Any token as a client presents it: one of another kind, an access token even, is an unknown token and no malformed request. */
export const PresentedToken = z
  .string()
  .min(1)
  .max(16 * 1024)

export const RefreshBody = named(
  'TokenRefresh',
  z.strictObject({
    refreshToken: PresentedToken.nullish().meta({ description: 'Left out where the cookie carries it' }),
  }),
  { refreshToken: 'kq3vY0mX1s' },
)

const TokenUser = named(
  'TokenUser',
  z.object({
    id: Id,
    email: z.string(),
    role: z.string().nullable(),
    tenantId: Id.nullable(),
    impersonatorAdminId: Id.optional().meta({ description: 'The original admin, while impersonating' }),
  }),
)

/** What a client gets that is signed in. */
export const TokenAnswer = named(
  'TokenResponse',
  z.object({
    accessToken: z.string(),
    refreshToken: z.string().nullable().meta({ description: 'Null when it went into the cookie' }),
    expiresIn: z.int().meta({ description: 'Seconds' }),
    tokenType: z.literal('Bearer'),
    requiresTwoFactor: z.literal(false),
    requiresTwoFactorSetup: z.boolean(),
    MustChangePassword: z.boolean(),
    user: TokenUser,
  }),
)

export const Workspace = named(
  'Workspace',
  z.object({
    tenantId: z.string().nullable().meta({ description: 'Opaque; null for the platform' }),
    isPlatform: z.boolean().optional(),
    tenantCode: z.string().optional(),
    name: z.string(),
    logoUrl: z.string().nullable().optional(),
  }),
)
export const Workspaces = named('Workspaces', z.object({ workspaces: z.array(Workspace) }))

export const TwoFactorChallenge = named(
  'TwoFactorChallenge',
  z.object({
    requiresTwoFactor: z.literal(true),
    twoFactorToken: z.string().meta({ description: 'Sent to `verifyTwoFactor` with a code' }),
    expiresIn: z.int().meta({ description: 'Seconds' }),
    MustChangePassword: z.boolean(),
  }),
)

export const WorkspaceSelection = named(
  'WorkspaceSelection',
  z.object({
    requiresWorkspaceSelection: z.literal(true),
    workspaces: z.array(Workspace).meta({ description: 'Sign in again with the `tenantId` of one, or with `isPlatformAdmin`' }),
  }),
)

/** Which of the three it is, what only one of them has says: `accessToken`, `twoFactorToken` or `workspaces`. */
export const SignInAnswer = named('SignInResult', z.union([TokenAnswer, TwoFactorChallenge, WorkspaceSelection]))

export const SessionEntry = named(
  'Session',
  z.object({
    tokenId: Id,
    deviceInfo: z.string().nullable(),
    ipAddress: z.string(),
    isCurrent: z.boolean(),
    lastActiveAt: Timestamp,
    createdAt: Timestamp,
  }),
)

export const ByTokenId = z.object({ tokenId: Id })

export const SecurityLogPage = pageSchemaOf(
  'SecurityEventPage',
  named(
    'SecurityEvent',
    z.object({
      id: Id,
      event: z.string(),
      outcome: z.enum(['success', 'failure', 'denied']),
      ipAddress: z.string().nullable(),
      deviceInfo: z.string().nullable(),
      location: z.null(),
      createdAt: Timestamp,
      details: z.record(z.string(), z.unknown()),
    }),
  ),
)

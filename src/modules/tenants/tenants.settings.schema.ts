import { z } from 'zod'
import { isOwnPath, isWebUrl } from '#core/text/web-url.ts'
import { parseJson } from '#http/json-body.ts'
import { oneLine } from '#http/person-fields.ts'
import { named } from '#http/shapes.ts'

const bounded = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum)
const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/)
const webUrl = z.string().refine(isWebUrl, { params: { code: 'format' } })
const maxJsonLength = 65_536

/** An address of a picture: anywhere on the web, or one of our own paths. */
export const PictureUrl = z.string().refine((text) => isWebUrl(text) || isOwnPath(text), { params: { code: 'format' } })

/** Text that parses as JSON, under the same rules as a request body: no deep nesting, no names that reach into prototypes. */
const jsonText = z
  .string()
  .max(maxJsonLength)
  .refine(
    (text) => {
      try {
        parseJson(text)
        return true
      } catch {
        return false
      }
    },
    { params: { code: 'format' } },
  )

const quota = bounded(0, 1_000_000).meta({ description: '0 or null: unlimited; never inherited; set from outside the tenant only' })

/** What a tenant can set, each with its bounds. */
const settings = {
  maxAdmins: quota,
  maxRoles: quota,
  maxSubTenants: quota,
  maxStorageBytes: bounded(0, Number.MAX_SAFE_INTEGER).meta({
    description: 'Bytes of files, logos and avatars; 0 or null: unlimited; never inherited; set from outside the tenant only',
  }),
  passwordMinLength: bounded(8, 72),
  passwordRequireUppercase: z.boolean(),
  passwordRequireNumber: z.boolean(),
  passwordRequireSpecial: z.boolean(),
  passwordExpiryDays: bounded(-1, 3650).meta({ description: '0 or less: never' }),
  passwordHistoryCount: bounded(0, 24),
  loginLockoutThreshold: bounded(3, 100),
  loginLockoutMinutes: bounded(1, 1440),
  require2FA: z.boolean(),
  accessTokenMinutes: bounded(1, 60),
  auditRetentionDays: bounded(30, 3650),
  auditEnabled: z.boolean(),
  recycleBinRetentionDays: bounded(1, 3650),
  registrationEnabled: z.boolean(),
  requireEmailVerification: z.boolean(),
  identityProviderMode: z.enum(['Single', 'Multiple', 'Disabled']),
  language: z.enum(['en', 'ar']),
  logoUrl: PictureUrl,
  faviconUrl: PictureUrl,
  primaryColor: colour,
  secondaryColor: colour,
  companyName: oneLine(200),
  loginHeadline: oneLine(200),
  loginSubtitle: oneLine(500),
  loginBrandingJson: jsonText,
  dashboardThemeJson: jsonText,
  termsOfServiceUrl: webUrl,
  privacyPolicyUrl: webUrl,
}

type Shape = typeof settings
const each = <R extends z.ZodType>(change: (type: z.ZodType) => R) =>
  Object.fromEntries(Object.entries(settings).map(([name, type]) => [name, change(type)]))

/** A partial change: absent is unchanged, null is inherited again. */
export const SettingsChange = named(
  'TenantSettingsChange',
  z.strictObject(each((type) => type.nullable().optional()) as { [N in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[N]>> }),
  { companyName: 'Acme', primaryColor: '#1d4ed8', require2FA: true, maxAdmins: null },
)

/** As they hold for the tenant, and where each value comes from. Plain types: what is stored is not judged again. */
export const SettingsAnswer = named(
  'TenantSettings',
  z.object({
    ...(each((type) => plainOf(type).nullable()) as { [N in keyof Shape]: z.ZodNullable<z.ZodType<z.output<Shape[N]>>> }),
    sources: z.record(z.string(), z.enum(['own', 'inherited', 'default'])),
    inheritedFrom: z.record(z.string(), z.string()).meta({ description: 'Names of the tenants in scope that values are inherited from' }),
    inherited: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()).meta({
      description:
        'For each value of its own what would hold without it, where the tenant above is in scope; quotas, which nobody inherits, aside',
    }),
  }),
)

function plainOf(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodBoolean || type instanceof z.ZodEnum) return type
  return type instanceof z.ZodString ? z.string() : z.int()
}

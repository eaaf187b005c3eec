import { z } from 'zod'
import type { Settings } from '#db/live/settings-defaults.ts'
import type { TenantSettings } from '#db/live/tenant-settings.ts'
import { named } from '#http/shapes.ts'

/** What a new password must be made of, as far as a page can tell while somebody types. */
export const PasswordPolicy = named(
  'PasswordPolicy',
  z.object({ minLength: z.int(), requireUppercase: z.boolean(), requireNumber: z.boolean(), requireSpecial: z.boolean() }),
)

export const policyOf = (settings: Settings): z.input<typeof PasswordPolicy> => ({
  minLength: settings.passwordMinLength,
  requireUppercase: settings.passwordRequireUppercase,
  requireNumber: settings.passwordRequireNumber,
  requireSpecial: settings.passwordRequireSpecial,
})

/** The logo that pages of a tenant show: of its own settings, else its own picture, else what it inherits. */
export function logoOf(settings: Pick<TenantSettings, 'of' | 'sources'>, tenant: { id: string; logoUrl: string | null }): string | null {
  const { logoUrl } = settings.of(tenant.id)
  return settings.sources(tenant.id).logoUrl.from === 'own' ? logoUrl : (tenant.logoUrl ?? logoUrl)
}

const shown = z.string().nullable()

/** How the pages of a tenant look to those who are signed in. */
export const Branding = named(
  'Branding',
  z.object({
    logoUrl: shown,
    faviconUrl: shown,
    primaryColor: shown,
    secondaryColor: shown,
    companyName: shown,
    dashboardThemeJson: shown.meta({ description: 'Text that holds JSON' }),
    language: z.enum(['en', 'ar']).meta({ description: 'Where the person has none' }),
  }),
)

/** Named one by one: a setting that is added later is not shown by itself. */
export function brandingOf(settings: Settings, logoUrl: string | null): z.input<typeof Branding> {
  const { faviconUrl, primaryColor, secondaryColor, companyName, dashboardThemeJson, language } = settings
  return { logoUrl, faviconUrl, primaryColor, secondaryColor, companyName, dashboardThemeJson, language }
}

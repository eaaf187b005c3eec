import type { SettingValues } from '#core/settings/declaration.ts'

/** What a tenant can set, each with the value that holds. Null: nothing, unlimited, or the service's own. */
export interface Settings {
  readonly maxAdmins: number | null
  readonly maxRoles: number | null
  readonly maxSubTenants: number | null
  readonly maxStorageBytes: number | null
  readonly passwordMinLength: number
  readonly passwordRequireUppercase: boolean
  readonly passwordRequireNumber: boolean
  readonly passwordRequireSpecial: boolean
  /** 0: never. */
  readonly passwordExpiryDays: number
  readonly passwordHistoryCount: number
  readonly loginLockoutThreshold: number
  readonly loginLockoutMinutes: number
  readonly require2FA: boolean
  readonly accessTokenMinutes: number | null
  readonly auditRetentionDays: number
  readonly auditEnabled: boolean
  readonly recycleBinRetentionDays: number
  readonly registrationEnabled: boolean
  readonly requireEmailVerification: boolean
  readonly identityProviderMode: 'Single' | 'Multiple' | 'Disabled'
  readonly language: 'en' | 'ar'
  readonly logoUrl: string | null
  readonly faviconUrl: string | null
  readonly primaryColor: string | null
  readonly secondaryColor: string | null
  readonly companyName: string | null
  readonly loginHeadline: string | null
  readonly loginSubtitle: string | null
  readonly loginBrandingJson: string | null
  readonly dashboardThemeJson: string | null
  readonly termsOfServiceUrl: string | null
  readonly privacyPolicyUrl: string | null
}

/** What holds where neither a tenant, nor any of its ancestors, nor the service's own settings say anything. */
export const serviceDefaults: Settings = Object.freeze({
  maxAdmins: null,
  maxRoles: null,
  maxSubTenants: null,
  maxStorageBytes: null,
  passwordMinLength: 8,
  passwordRequireUppercase: false,
  passwordRequireNumber: false,
  passwordRequireSpecial: false,
  passwordExpiryDays: 0,
  passwordHistoryCount: 5,
  loginLockoutThreshold: 5,
  loginLockoutMinutes: 5,
  require2FA: false,
  accessTokenMinutes: null,
  auditRetentionDays: 365,
  auditEnabled: true,
  recycleBinRetentionDays: 30,
  registrationEnabled: true,
  requireEmailVerification: false,
  identityProviderMode: 'Multiple',
  language: 'en',
  logoUrl: null,
  faviconUrl: null,
  primaryColor: null,
  secondaryColor: null,
  companyName: null,
  loginHeadline: null,
  loginSubtitle: null,
  loginBrandingJson: null,
  dashboardThemeJson: null,
  termsOfServiceUrl: null,
  privacyPolicyUrl: null,
})

/** What a tenant has that set nothing, as the settings of the service say; `accessTokenMinutes` is no tenant's there. */
export const defaultsOf = ({ general, security }: Pick<SettingValues, 'general' | 'security'>): Settings =>
  Object.freeze({
    ...serviceDefaults,
    passwordMinLength: security.passwordMinLength,
    passwordRequireUppercase: security.passwordRequireUppercase,
    passwordRequireNumber: security.passwordRequireNumber,
    passwordRequireSpecial: security.passwordRequireSpecial,
    passwordExpiryDays: security.passwordExpiryDays,
    passwordHistoryCount: security.passwordHistoryCount,
    loginLockoutThreshold: security.lockoutThreshold,
    loginLockoutMinutes: security.lockoutMinutes,
    require2FA: security.require2FA,
    requireEmailVerification: security.requireEmailVerification,
    auditRetentionDays: general.auditRetentionDays,
    recycleBinRetentionDays: general.recycleBinRetentionDays,
    language: general.language,
  })

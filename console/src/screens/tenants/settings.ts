/** The settings of a tenant: how each is given, and what of a draft is sent. Without a page. */
import type { Input, Reply } from '../../api/client.ts'

export type Settings = Reply<'getTenantSettings'>
export type Change = NonNullable<Input<'updateTenantSettings'>['body']>
export type SettingName = keyof Change & string
export type Value = string | number | boolean | null

export type Kind = 'count' | 'megabytes' | 'days' | 'minutes' | 'switch' | 'address' | 'language' | 'mode'

/** By section, in the order in which they stand there. Those of branding and of sign-in have tabs of their own. */
export const sections = {
  quotas: { maxAdmins: 'count', maxRoles: 'count', maxSubTenants: 'count', maxStorageBytes: 'megabytes' },
  passwords: {
    passwordMinLength: 'count',
    passwordRequireUppercase: 'switch',
    passwordRequireNumber: 'switch',
    passwordRequireSpecial: 'switch',
    passwordExpiryDays: 'days',
    passwordHistoryCount: 'count',
  },
  security: { require2FA: 'switch', loginLockoutThreshold: 'count', loginLockoutMinutes: 'minutes', accessTokenMinutes: 'minutes' },
  users: { registrationEnabled: 'switch', requireEmailVerification: 'switch' },
  retention: { auditEnabled: 'switch', auditRetentionDays: 'days', recycleBinRetentionDays: 'days' },
  general: { language: 'language', termsOfServiceUrl: 'address', privacyPolicyUrl: 'address' },
} as const satisfies Readonly<Record<string, Partial<Record<SettingName, Kind>>>>

export type Section = keyof typeof sections

type NamesOf<S> = S extends unknown ? keyof S : never
export type ListedName = NamesOf<(typeof sections)[Section]>

/** What only those above the tenant set. */
export const setFromAbove: readonly string[] = ['maxAdmins', 'maxRoles', 'maxSubTenants', 'maxStorageBytes', 'auditEnabled']

/** Nobody inherits them. */
export const isQuota = (name: string): boolean => name.startsWith('max')

/** What the tenant sets itself; null is inherited. */
export type SettingsDraft = Readonly<Record<string, Value>>

export const draftOf = (read: Settings | null, names: readonly SettingName[]): SettingsDraft =>
  Object.fromEntries(names.map((name) => [name, read?.sources[name] === 'own' ? (read[name] ?? null) : null]))

/** What would hold if the tenant set nothing; undefined where the caller can't know. */
export const without = (read: Settings, name: SettingName): Value | undefined =>
  read.sources[name] === 'own' ? read.inherited[name] : read[name]

/** Only what was changed; null goes back to what is inherited. */
export function changesOf(draft: SettingsDraft, base: SettingsDraft): Change {
  const changed = Object.entries(draft).filter(([name, value]) => value !== base[name])
  return Object.fromEntries(changed.map(([name, value]) => [name, typeof value === 'string' ? value.trim() || null : value])) as Change
}

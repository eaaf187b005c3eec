/** What the screens of groups know of one. */
import type { Reply } from '../../api/client.ts'
import type { I18n } from '../../i18n/i18n.tsx'

export type Group = Reply<'getUserGroup'>
export type BulkResult = Reply<'deleteUserGroups'>

/** In the language of the page, where the group has a name in it. */
export const nameOf = ({ nameEn, nameAr }: Pick<Group, 'nameEn' | 'nameAr'>, { language }: Pick<I18n, 'language'>): string =>
  (language === 'ar' && nameAr) || nameEn

/** The fields that a group hides from its members, by permission. */
export type Hidden = ReadonlyMap<string, readonly string[]>

export const hiddenOf = ({ restrictions }: Pick<Group, 'restrictions'>): Hidden =>
  new Map(restrictions.map(({ permissionCode, restrictedFields }) => [permissionCode, [...restrictedFields].sort()]))

/** With one field hidden, or shown again. */
export function hide(hidden: Hidden, permission: string, field: string, isHidden: boolean): Hidden {
  const fields = (hidden.get(permission) ?? []).filter((one) => one !== field)
  const next = new Map(hidden)
  if (isHidden) next.set(permission, [...fields, field].sort())
  else if (fields.length > 0) next.set(permission, fields)
  else next.delete(permission)
  return next
}

export interface Line {
  readonly isAdded: boolean
  readonly key: string
}

/** What comes and what goes between two sets, by key. */
export const linesBetween = (before: readonly string[], after: readonly string[]): Line[] => [
  ...after.filter((key) => !before.includes(key)).map((key) => ({ isAdded: true, key })),
  ...before.filter((key) => !after.includes(key)).map((key) => ({ isAdded: false, key })),
]

/** Each hidden field as one key: `users.view email`. */
export const keysOf = (hidden: Hidden): string[] => [...hidden].flatMap(([name, fields]) => fields.map((field) => `${name} ${field}`))

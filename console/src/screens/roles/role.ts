/** What of a role is locked for the caller, and why. Without a page. */
import type { Reply } from '../../api/client.ts'
import { fieldsHiddenFrom, type Held } from '../../api/held.ts'
import type { I18n } from '../../i18n/i18n.tsx'
import { fieldTitle } from '../../ui/matrix/field-title.ts'
import type { Right, RightGroup } from '../../ui/matrix/matrix.ts'

export type Role = Reply<'getRole'>

interface Known {
  readonly categories: Reply<'listPermissions'>
  /** What the tenant of the role is granted. */
  readonly available: Reply<'listAvailablePermissions'>
  readonly held: Held
  readonly role: Pick<Role, 'tenantId' | 'tenantName'>
}

/** The whole catalogue, each permission with the reason why the caller can't put it into this role. */
export function rightsOf({ categories, available, held, role }: Known, words: Pick<I18n, 't' | 'list'>): RightGroup[] {
  const { t, list } = words
  const granted = new Map(available.map((one) => [one.id, one]))
  const lockOf = (id: string, name: string) => {
    if (name.startsWith('settings.') && role.tenantId !== null) return t('roles.lockPlatform')
    if (!granted.has(id)) return t('roles.lockTenant', { name: role.tenantName ?? '' })
    return held.permissions.includes(name) ? undefined : t('roles.lockOwn')
  }
  const keptOf = (id: string, name: string): Right['kept'] => {
    const own = fieldsHiddenFrom(held, name)
    const whole = granted.get(id)?.restrictedFields ?? []
    const fields = [...new Set([...own, ...whole])].sort()
    const titles = list(fields.map((field) => fieldTitle(field, words)))
    return fields.length > 0
      ? { fields, reason: t(whole.length > 0 ? 'roles.keptTenant' : 'roles.keptOwn', { fields: titles }) }
      : undefined
  }
  return categories.map(({ slug, name, permissions }) => ({
    slug,
    name,
    rights: permissions.map((one) => ({ ...one, locked: lockOf(one.id, one.name), kept: keptOf(one.id, one.name) })),
  }))
}

/** What a tenant is granted, what can be, and why the rest is locked. Without a page; the service judges it again. */
import { ask, type Reply } from '../../../api/client.ts'
import { fieldsHiddenFrom, type Held } from '../../../api/held.ts'
import type { I18n } from '../../../i18n/i18n.tsx'
import { fieldTitle } from '../../../ui/matrix/field-title.ts'
import type { RightGroup } from '../../../ui/matrix/matrix.ts'

interface Known {
  readonly catalogue: Reply<'listPermissions'>
  readonly granted: Reply<'listTenantPermissions'>
  /** Of the tenant above, where that is neither the platform nor the caller's own. */
  readonly above: Reply<'listTenantPermissions'> | undefined
  readonly held: Held
}

/** What a tenant is granted, and the version of the tenant that it was read with. */
export interface Granted {
  readonly version: number
  readonly permissions: Reply<'listTenantPermissions'>
}

/** The version is read first: it may be older than the list, and then a change is refused, but never newer, which would undo what others changed. */
export const askGranted = (id: string) => ({
  queryKey: ['listTenantPermissions', 'with version', id],
  async queryFn(context: { signal: AbortSignal }): Promise<Granted> {
    const { version } = await ask('getTenant', { path: { id } }).queryFn(context)
    return { version, permissions: await ask('listTenantPermissions', { path: { id } }).queryFn(context) }
  },
})

/** The whole catalogue. What is granted already may be taken by who does not hold it; what is not is given by its holders alone. */
export function grantableOf({ catalogue, granted, above, held }: Known, words: Pick<I18n, 't' | 'list'>): RightGroup[] {
  const { t, list } = words
  const given = new Map(granted.map((one) => [one.id, one]))
  const aboveIds = above && new Set(above.map(({ id }) => id))
  const lockOf = (id: string, name: string) => {
    if (name.startsWith('settings.')) return t('tenants.lockPlatform')
    if (given.has(id)) return undefined
    if (aboveIds && !aboveIds.has(id)) return t('tenants.lockAbove')
    return held.permissions.includes(name) ? undefined : t('tenants.lockOwn')
  }
  const titlesOf = (fields: readonly string[]) => list(fields.map((field) => fieldTitle(field, words)))
  const fromAbove = (id: string) => {
    const fields = given.get(id)?.inheritedFields ?? []
    return fields.length > 0 ? { fields, reason: t('tenants.hiddenAbove', { fields: titlesOf(fields) }) } : undefined
  }
  const keptOf = (name: string) => {
    const fields = fieldsHiddenFrom(held, name)
    if (fields.length === 0) return undefined
    return { fields, reason: t('tenants.keptOwn', { fields: titlesOf(fields) }) }
  }
  return catalogue.map(({ slug, name, permissions }) => ({
    slug,
    name,
    rights: permissions.map((one) => ({ ...one, locked: lockOf(one.id, one.name), kept: keptOf(one.name), above: fromAbove(one.id) })),
  }))
}

/** What the palette offers, by groups, before anything is asked of the service. */
import type { Start } from '../api/start.ts'
import type { Key } from '../i18n/en.ts'
import { isMatch } from '../i18n/matching.ts'
import { placeOf } from '../sitemap/places.ts'
import type { IconName } from '../ui/icons.ts'
import { mayOpen, navItems } from './areas.ts'

export interface Entry {
  readonly id: string
  readonly title: string
  readonly sub?: string | undefined
  /** Of an address or a code: from left to right whatever the language. */
  readonly isCode?: boolean
  readonly icon: IconName
  readonly hint?: readonly string[]
  run(): void
}

export interface Group {
  readonly id: string
  readonly title: string
  readonly entries: readonly Entry[]
}

/** Where records of a kind are listed, and what that is called. */
export const kinds = {
  admin: { area: 'admins', title: 'nav.admins' },
  user: { area: 'users', title: 'nav.users' },
  tenant: { area: 'tenants', title: 'nav.tenants' },
  group: { area: 'groups', title: 'nav.groups' },
  role: { area: 'roles', title: 'nav.roles' },
  template: { area: 'templates', title: 'nav.templates' },
  webhook: { area: 'webhooks', title: 'nav.webhooks' },
} as const satisfies Record<string, { area: string; title: Key }>

export type Kind = keyof typeof kinds

export interface Found {
  readonly kind: Kind
  readonly id: string
  readonly title: string
  readonly subtitle: string | null
  readonly tenantName: string | null
}

/** What was found, by kind, as far as the console has a screen for it. */
export function foundGroups(found: readonly Found[], t: (key: Key) => string, go: (to: string, search?: object) => void): Group[] {
  return (Object.keys(kinds) as Kind[]).flatMap((kind) => {
    const { area, title } = kinds[kind]
    const entries = found.flatMap((one) => {
      const place = one.kind === kind ? placeOf(area, one.id) : null
      if (!place) return []
      const sub = [one.subtitle, kind === 'tenant' ? null : one.tenantName].filter(Boolean).join(' · ')
      const icon = navItems.find(({ path }) => path === `/${area}`)?.icon ?? 'search'
      return [{ id: `${kind}-${one.id}`, title: one.title, sub, icon, run: () => go(place.to, place.search) }]
    })
    return entries.length > 0 ? [{ id: kind, title: t(title), entries }] : []
  })
}

/** The screens of the menu, those that the caller may open. */
export function screenGroup(can: Start['can'], t: (key: Key) => string, go: (to: string) => void): Group {
  const entries = navItems
    .filter((item) => mayOpen(item, can))
    .map(({ path, title, icon, key }) => ({
      ...{ id: `screen${path}`, title: t(title), icon, run: () => go(path) },
      ...(key && { hint: ['g', key] }),
    }))
  return { id: 'screens', title: t('palette.screens'), entries }
}

/** What of these has the words in its title. */
export const matching = (groups: readonly Group[], wanted: string): Group[] =>
  groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ title }) => wanted === '' || isMatch(title, wanted)) }))
    .filter(({ entries }) => entries.length > 0)

/** The menu: every screen that there is, and the permission that it needs. */
import type { Key } from '../i18n/en.ts'
import type { IconName } from '../ui/icons.ts'

export interface NavItem {
  readonly title: Key
  readonly icon: IconName
  readonly path: '/admins'
  readonly permission: string
}

export const areas: readonly { readonly title: Key; readonly items: readonly NavItem[] }[] = [
  { title: 'nav.people', items: [{ title: 'nav.admins', icon: 'admins', path: '/admins', permission: 'admins.view' }] },
]

export const navItems: readonly NavItem[] = areas.flatMap(({ items }) => items)

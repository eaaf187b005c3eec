/** The menu: every screen with a place in it, and what it needs. */
import type { Start } from '../api/start.ts'
import { mayMake, navAreas, type Screen } from '../sitemap/screen.ts'
import { screens } from '../sitemap/screens.ts'

export type NavItem = NonNullable<Screen['nav']> & { readonly path: string; readonly permission: string | null }

export const navItems: readonly NavItem[] = Object.entries<Screen>(screens).flatMap(([path, screen]) =>
  screen.nav ? [{ ...screen.nav, path, permission: screen.access === 'permission' ? screen.permission : null }] : [],
)

export const mayOpen = ({ permission }: NavItem, can: Start['can']): boolean => permission === null || can(permission) === true

/** What the caller may open, by its heading. */
export const menuOf = (can: Start['can']) =>
  navAreas
    .map((area) => ({ area, items: navItems.filter((item) => item.area === area && mayOpen(item, can)) }))
    .filter(({ items }) => items.length > 0)

/** What the caller may make, from anywhere. */
export const makesOf = (start: Pick<Start, 'can' | 'keptFrom'>) =>
  Object.entries<Screen>(screens).flatMap(([path, screen]) => {
    if (screen.access === 'permission' && start.can(screen.permission) !== true) return []
    const made = (screen.makes ?? []).filter((making) => mayMake(making, start))
    return made.map(({ title, to }) => ({ title, to: to ?? path, search: to === undefined ? { do: 'new' } : {} }))
  })

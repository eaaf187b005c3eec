import type { Screens } from './screen.ts'

export const menus = {
  '/menus': {
    makes: [{ title: 'new.menuItem', permission: 'menus.create' }],
    access: 'permission',
    permission: 'menus.view',
    nav: { area: 'system', title: 'nav.menus', icon: 'list' },
  },
} as const satisfies Screens

import type { Screens } from './screen.ts'

export const dashboard = {
  '/': {
    access: 'permission',
    permission: 'dashboard.view',
    nav: { area: 'none', title: 'nav.dashboard', icon: 'dashboard', key: 'd' },
  },
} as const satisfies Screens

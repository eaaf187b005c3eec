import type { Screens } from './screen.ts'

export const security = {
  '/security': {
    access: 'permission',
    permission: 'dashboard.view',
    nav: { area: 'activity', title: 'nav.security', icon: 'security' },
  },
} as const satisfies Screens

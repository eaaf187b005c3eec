import type { Screens } from './screen.ts'

export const settings = {
  '/settings': {
    access: 'permission',
    permission: 'platform:settings.view',
    nav: { area: 'system', title: 'nav.settings', icon: 'settings' },
  },
} as const satisfies Screens

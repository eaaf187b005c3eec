import type { Screens } from './screen.ts'

export const audit = {
  '/audit': {
    access: 'permission',
    permission: 'audit.view',
    nav: { area: 'activity', title: 'nav.audit', icon: 'auditLog', key: 'l' },
  },
} as const satisfies Screens

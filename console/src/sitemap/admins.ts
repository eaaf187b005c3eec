import type { Screens } from './screen.ts'

export const admins = {
  '/admins': {
    makes: [{ title: 'new.admin', permission: 'admins.create', also: 'roles.view' }],
    access: 'permission',
    permission: 'admins.view',
    nav: { area: 'people', title: 'nav.admins', icon: 'admins', key: 'a' },
  },
} as const satisfies Screens

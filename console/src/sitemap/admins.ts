import type { Making, Screens } from './screen.ts'

export const newAdmin: Making = { title: 'new.admin', permission: 'admins.create', also: 'roles.view', field: 'email' }

export const admins = {
  '/admins': {
    makes: [newAdmin],
    access: 'permission',
    permission: 'admins.view',
    nav: { area: 'people', title: 'nav.admins', icon: 'admins', key: 'a' },
  },
} as const satisfies Screens

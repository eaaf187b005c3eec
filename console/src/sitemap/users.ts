import type { Screens } from './screen.ts'

export const users = {
  '/users': {
    access: 'permission',
    permission: 'users.view',
    nav: { area: 'people', title: 'nav.users', icon: 'users', key: 'u' },
  },
  '/users/import': { access: 'permission', permission: 'users.create' },
} as const satisfies Screens

import type { Screens } from './screen.ts'

export const users = {
  '/users': {
    makes: [
      { title: 'new.user', permission: 'users.create' },
      { title: 'new.import', permission: 'users.create', to: '/users/import' },
    ],
    access: 'permission',
    permission: 'users.view',
    nav: { area: 'people', title: 'nav.users', icon: 'users', key: 'u' },
  },
  '/users/import': { access: 'permission', permission: 'users.create' },
} as const satisfies Screens

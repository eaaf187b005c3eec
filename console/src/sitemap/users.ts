import type { Making, Screens } from './screen.ts'

export const newUser: Making = { title: 'new.user', permission: 'users.create', field: 'email' }

export const users = {
  '/users': {
    makes: [newUser, { ...newUser, title: 'new.import', to: '/users/import' }],
    access: 'permission',
    permission: 'users.view',
    nav: { area: 'people', title: 'nav.users', icon: 'users', key: 'u' },
  },
  '/users/import': { access: 'permission', permission: 'users.create' },
} as const satisfies Screens

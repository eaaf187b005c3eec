import type { Screens } from './screen.ts'

export const me = {
  '/me/profile': { access: 'admin' },
  '/me/password': { access: 'admin' },
  '/me/two-factor': { access: 'admin' },
  '/me/sessions': { access: 'admin' },
  '/me/linked': { access: 'admin' },
  '/me/log': { access: 'admin' },
  '/me/preferences': { access: 'admin' },
  '/act-as/$id': { access: 'session' },
} as const satisfies Screens

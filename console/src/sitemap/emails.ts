import type { Screens } from './screen.ts'

export const emails = {
  '/emails': {
    access: 'permission',
    permission: 'emails.view',
    nav: { area: 'messaging', title: 'nav.emails', icon: 'mail', key: 'e' },
  },
  '/emails/compose': {
    access: 'permission',
    permission: 'emails.send',
    makes: [{ title: 'new.email', permission: 'emails.send', to: '/emails/compose' }],
  },
  '/emails/$id': { access: 'permission', permission: 'emails.view' },
} as const satisfies Screens

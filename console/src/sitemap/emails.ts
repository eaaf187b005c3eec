import type { Making, Screens } from './screen.ts'

/** Nobody writes one without a template, which has to be read. */
export const newEmail: Making = { title: 'new.email', permission: 'emails.send', also: 'templates.view', to: '/emails/compose' }

export const emails = {
  '/emails': {
    access: 'permission',
    permission: 'emails.view',
    nav: { area: 'messaging', title: 'nav.emails', icon: 'mail', key: 'e' },
  },
  '/emails/compose': {
    access: 'permission',
    permission: 'emails.send',
    makes: [newEmail],
  },
  '/emails/$id': { access: 'permission', permission: 'emails.view' },
} as const satisfies Screens

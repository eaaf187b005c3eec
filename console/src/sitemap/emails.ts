import type { Screens } from './screen.ts'

export const emails = {
  '/emails': { access: 'permission', permission: 'emails.view', nav: { area: 'messaging', title: 'nav.emails', icon: 'mail', key: 'e' } },
  '/emails/compose': { access: 'permission', permission: 'emails.send' },
  '/emails/$id': { access: 'permission', permission: 'emails.view' },
} as const satisfies Screens

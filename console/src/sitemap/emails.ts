import type { Screens } from './screen.ts'

export const emails = {
  '/emails': { access: 'permission', permission: 'emails.view', nav: { area: 'messaging', title: 'nav.emails', icon: 'mail', key: 'e' } },
} as const satisfies Screens

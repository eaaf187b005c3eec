import type { Screens } from './screen.ts'

export const webhooks = {
  '/webhooks': {
    access: 'permission',
    permission: 'webhooks.view',
    nav: { area: 'messaging', title: 'nav.webhooks', icon: 'webhook', key: 'w' },
  },
  '/webhooks/events': { access: 'permission', permission: 'webhooks.view' },
  '/webhooks/$id/$tab': { access: 'permission', permission: 'webhooks.view' },
} as const satisfies Screens

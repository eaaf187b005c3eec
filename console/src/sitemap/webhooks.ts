import type { Screens } from './screen.ts'

export const webhooks = {
  '/webhooks': {
    makes: [{ title: 'new.webhook', permission: 'webhooks.create' }],
    access: 'permission',
    permission: 'webhooks.view',
    nav: { area: 'messaging', title: 'nav.webhooks', icon: 'webhook', key: 'w' },
  },
  '/webhooks/events': { access: 'permission', permission: 'webhooks.view' },
  '/webhooks/$id/$tab': { access: 'permission', permission: 'webhooks.view', firstTab: 'deliveries' },
} as const satisfies Screens

import type { Screens } from './screen.ts'

export const notifications = {
  '/notifications': {
    makes: [{ title: 'new.notification', permission: 'notifications.send' }],
    access: 'admin',
    nav: { area: 'messaging', title: 'nav.notifications', icon: 'notice' },
  },
} as const satisfies Screens

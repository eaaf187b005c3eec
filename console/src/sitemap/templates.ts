import type { Screens } from './screen.ts'

export const templates = {
  '/templates': {
    access: 'permission',
    permission: 'templates.view',
    nav: { area: 'messaging', title: 'nav.templates', icon: 'template' },
  },
  '/templates/$id': { access: 'permission', permission: 'templates.view' },
} as const satisfies Screens

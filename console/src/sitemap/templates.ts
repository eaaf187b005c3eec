import type { Screens } from './screen.ts'

export const templates = {
  '/templates': {
    makes: [{ title: 'new.template', permission: 'templates.create', to: '/templates/new' }],
    access: 'permission',
    permission: 'templates.view',
    nav: { area: 'messaging', title: 'nav.templates', icon: 'template' },
  },
  '/templates/$id': { access: 'permission', permission: 'templates.view' },
} as const satisfies Screens

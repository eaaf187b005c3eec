import type { Screens } from './screen.ts'

export const groups = {
  '/groups': {
    makes: [{ title: 'new.group', permission: 'groups.create' }],
    access: 'permission',
    permission: 'groups.view',
    nav: { area: 'people', title: 'nav.groups', icon: 'groups', key: 'g' },
  },
  '/groups/$id': { access: 'permission', permission: 'groups.view' },
} as const satisfies Screens

import type { Screens } from './screen.ts'

export const roles = {
  '/roles': {
    makes: [{ title: 'new.role', permission: 'roles.manage' }],
    access: 'permission',
    permission: 'roles.view',
    nav: { area: 'people', title: 'nav.roles', icon: 'key', key: 'r' },
  },
  '/roles/$id': { access: 'permission', permission: 'roles.view' },
  '/roles/$id/holders': { access: 'permission', permission: 'admins.view' },
  '/permissions': {
    access: 'permission',
    permission: 'roles.view',
    nav: { area: 'people', title: 'nav.permissions', icon: 'sliders' },
  },
} as const satisfies Screens

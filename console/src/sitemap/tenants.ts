import type { Screens } from './screen.ts'

export const tenants = {
  '/tenants': {
    makes: [{ title: 'new.tenant', permission: 'tenants.create' }],
    access: 'permission',
    permission: 'tenants.view',
    nav: { area: 'organisation', title: 'nav.tenants', icon: 'network', key: 't' },
  },
  '/tenants/$id/{-$tab}': { access: 'permission', permission: 'tenants.view' },
} as const satisfies Screens

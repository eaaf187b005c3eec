import type { Screens } from './screen.ts'

export const status = {
  '/status': { access: 'permission', permission: 'platform:settings.view', nav: { area: 'system', title: 'nav.status', icon: 'pulse' } },
} as const satisfies Screens

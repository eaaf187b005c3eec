import type { Screens } from './screen.ts'

export const bin = {
  '/bin': {
    access: 'permission',
    permission: 'recyclebin.view',
    nav: { area: 'system', title: 'nav.bin', icon: 'bin' },
  },
} as const satisfies Screens

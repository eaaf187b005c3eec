import type { Screens } from './screen.ts'

export const me = {
  '/act-as/$id': { access: 'session' },
} as const satisfies Screens

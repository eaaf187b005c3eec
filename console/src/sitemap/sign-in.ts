import type { Screens } from './screen.ts'

export const signIn = {
  '/login': { access: 'everybody' },
  '/forgot': { access: 'everybody' },
  '/reset': { access: 'everybody' },
  '/duty': { access: 'session' },
} as const satisfies Screens

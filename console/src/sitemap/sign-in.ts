import type { Screens } from './screen.ts'

export const signIn = {
  '/login': { access: 'everybody' },
  '/callback/$provider': { access: 'everybody' },
  '/forgot': { access: 'everybody' },
  '/reset': { access: 'everybody' },
  '/duty': { access: 'session' },
  '/setup': { access: 'session' },
} as const satisfies Screens

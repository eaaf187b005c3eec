import type { Screens } from './screen.ts'

export const security = {} as const satisfies Screens

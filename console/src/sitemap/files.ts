import type { Screens } from './screen.ts'

export const files = {} as const satisfies Screens

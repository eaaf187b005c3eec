import type { Screens } from './screen.ts'

export const groups = {} as const satisfies Screens

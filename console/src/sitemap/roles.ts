import type { Screens } from './screen.ts'

export const roles = {} as const satisfies Screens

import type { Screens } from './screen.ts'

export const status = {} as const satisfies Screens

import type { Screens } from './screen.ts'

export const settings = {} as const satisfies Screens

import type { Screens } from './screen.ts'

export const me = {} as const satisfies Screens

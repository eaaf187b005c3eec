import type { Screens } from './screen.ts'

export const dashboard = {} as const satisfies Screens

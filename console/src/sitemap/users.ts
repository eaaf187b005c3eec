import type { Screens } from './screen.ts'

export const users = {} as const satisfies Screens

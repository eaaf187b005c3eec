import type { Screens } from './screen.ts'

export const audit = {} as const satisfies Screens

import type { Screens } from './screen.ts'

export const emails = {} as const satisfies Screens

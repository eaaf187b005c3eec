import type { Screens } from './screen.ts'

export const bin = {} as const satisfies Screens

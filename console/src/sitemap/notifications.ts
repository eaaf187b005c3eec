import type { Screens } from './screen.ts'

export const notifications = {} as const satisfies Screens

import type { Screens } from './screen.ts'

export const templates = {} as const satisfies Screens

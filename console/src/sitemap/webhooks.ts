import type { Screens } from './screen.ts'

export const webhooks = {} as const satisfies Screens

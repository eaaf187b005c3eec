import type { Screens } from './screen.ts'

export const tenants = {} as const satisfies Screens

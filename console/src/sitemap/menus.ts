import type { Screens } from './screen.ts'

export const menus = {} as const satisfies Screens

import type { menus as english } from '../en/menus.ts'
import type { TextsOf } from '../plural.ts'

export const menus: TextsOf<typeof english> = {}

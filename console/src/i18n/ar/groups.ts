import type { groups as english } from '../en/groups.ts'
import type { TextsOf } from '../plural.ts'

export const groups: TextsOf<typeof english> = {}

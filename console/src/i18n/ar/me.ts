import type { me as english } from '../en/me.ts'
import type { TextsOf } from '../plural.ts'

export const me: TextsOf<typeof english> = {}

import type { roles as english } from '../en/roles.ts'
import type { TextsOf } from '../plural.ts'

export const roles: TextsOf<typeof english> = {}

import type { users as english } from '../en/users.ts'
import type { TextsOf } from '../plural.ts'

export const users: TextsOf<typeof english> = {}

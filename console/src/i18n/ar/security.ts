import type { security as english } from '../en/security.ts'
import type { TextsOf } from '../plural.ts'

export const security: TextsOf<typeof english> = {}

import type { audit as english } from '../en/audit.ts'
import type { TextsOf } from '../plural.ts'

export const audit: TextsOf<typeof english> = {}

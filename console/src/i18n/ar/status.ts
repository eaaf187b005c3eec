import type { status as english } from '../en/status.ts'
import type { TextsOf } from '../plural.ts'

export const status: TextsOf<typeof english> = {}

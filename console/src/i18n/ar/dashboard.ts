import type { dashboard as english } from '../en/dashboard.ts'
import type { TextsOf } from '../plural.ts'

export const dashboard: TextsOf<typeof english> = {}

import type { tenants as english } from '../en/tenants.ts'
import type { TextsOf } from '../plural.ts'

export const tenants: TextsOf<typeof english> = {}

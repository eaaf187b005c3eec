import type { bin as english } from '../en/bin.ts'
import type { TextsOf } from '../plural.ts'

export const bin: TextsOf<typeof english> = {}

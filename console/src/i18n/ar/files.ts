import type { files as english } from '../en/files.ts'
import type { TextsOf } from '../plural.ts'

export const files: TextsOf<typeof english> = {}

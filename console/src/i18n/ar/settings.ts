import type { settings as english } from '../en/settings.ts'
import type { TextsOf } from '../plural.ts'

export const settings: TextsOf<typeof english> = {}

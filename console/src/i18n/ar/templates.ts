import type { templates as english } from '../en/templates.ts'
import type { TextsOf } from '../plural.ts'

export const templates: TextsOf<typeof english> = {}

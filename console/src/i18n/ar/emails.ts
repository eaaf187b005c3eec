import type { emails as english } from '../en/emails.ts'
import type { TextsOf } from '../plural.ts'

export const emails: TextsOf<typeof english> = {}

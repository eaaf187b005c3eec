import type { webhooks as english } from '../en/webhooks.ts'
import type { TextsOf } from '../plural.ts'

export const webhooks: TextsOf<typeof english> = {}

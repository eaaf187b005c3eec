import type { notifications as english } from '../en/notifications.ts'
import type { TextsOf } from '../plural.ts'

export const notifications: TextsOf<typeof english> = {}

/** What they say to who has signed in. */
import { accountOwn } from './ar/account-own.ts'
import { duty } from './ar/duty.ts'
import { me } from './ar/me.ts'
import { notifications } from './ar/notifications.ts'
import type { enAccountOwn as english } from './en-account-own.ts'
import type { TextsOf } from './plural.ts'

export const arAccountOwn: TextsOf<typeof english> = { ...duty, ...me, ...notifications, ...accountOwn }

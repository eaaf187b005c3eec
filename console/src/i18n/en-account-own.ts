/** What they say to who has signed in. */
import { accountOwn } from './en/account-own.ts'
import { me } from './en/me.ts'
import { notifications } from './en/notifications.ts'

export const enAccountOwn = { ...me, ...notifications, ...accountOwn }

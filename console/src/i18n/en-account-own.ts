/** What they say to who has signed in. */
import { accountOwn } from './en/account-own.ts'
import { duty } from './en/duty.ts'
import { me } from './en/me.ts'
import { notifications } from './en/notifications.ts'

export const enAccountOwn = { ...duty, ...me, ...notifications, ...accountOwn }

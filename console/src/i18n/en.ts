/** Which texts there are, as English says them. Each area has a file of its own in `en/` and in `ar/`. */
import { account } from './en/account.ts'
import { accountOwn } from './en/account-own.ts'
import { enFirst } from './en-first.ts'
import { enRest } from './en-rest.ts'
import type { TextsOf } from './plural.ts'

export const en = { ...enFirst, ...enRest, ...account, ...accountOwn }

export type Key = keyof typeof en
export type Texts = TextsOf<typeof en>

/** English, and with it which texts there are. Each area has a file of its own in `en/` and in `ar/`. */
import { admins } from './en/admins.ts'
import { kit } from './en/kit.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import type { TextsOf } from './plural.ts'

export const en = {
  ...admins,
  ...kit,
  ...shell,
  ...signIn,
}

export type Key = keyof typeof en
export type Texts = TextsOf<typeof en>

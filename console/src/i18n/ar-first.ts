/** What the way in, the shell and the first list say. */
import { acting } from './ar/acting.ts'
import { admins } from './ar/admins.ts'
import { kit } from './ar/kit.ts'
import { nav } from './ar/nav.ts'
import { rights } from './ar/rights.ts'
import { shell } from './ar/shell.ts'
import { signIn } from './ar/sign-in.ts'
import type { enFirst as english } from './en-first.ts'
import type { TextsOf } from './plural.ts'

export const arFirst: TextsOf<typeof english> = {
  ...acting,
  ...admins,
  ...kit,
  ...nav,
  ...rights,
  ...shell,
  ...signIn,
}

/** What the way in, the shell and the first list say. */
import { acting } from './en/acting.ts'
import { admins } from './en/admins.ts'
import { kit } from './en/kit.ts'
import { nav } from './en/nav.ts'
import { rights } from './en/rights.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'

export const enFirst = {
  ...acting,
  ...admins,
  ...kit,
  ...nav,
  ...rights,
  ...shell,
  ...signIn,
}

import { admins } from './ar/admins.ts'
import { kit } from './ar/kit.ts'
import { shell } from './ar/shell.ts'
import { signIn } from './ar/sign-in.ts'
import type { Texts } from './en.ts'

export const ar: Texts = {
  ...admins,
  ...kit,
  ...shell,
  ...signIn,
}

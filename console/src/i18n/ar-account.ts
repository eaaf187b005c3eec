/** What the pages for end users say before sign-in. */
import { account } from './ar/account.ts'
import { kit } from './ar/kit.ts'
import { shell } from './ar/shell.ts'
import { signIn } from './ar/sign-in.ts'
import type { enAccount as english } from './en-account.ts'
import type { TextsOf } from './plural.ts'

export const arAccount: TextsOf<typeof english> = { ...kit, ...shell, ...signIn, ...account }

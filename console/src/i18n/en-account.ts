/** What the pages for end users say before sign-in. */
import { account } from './en/account.ts'
import { kit } from './en/kit.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'

export const enAccount = { ...kit, ...shell, ...signIn, ...account }

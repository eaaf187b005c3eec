/** The texts of the pages for end users: before sign-in, and then the rest. */
import { enAccount } from './en-account.ts'
import type { TextSource } from './texts.ts'

export const accountTexts: TextSource = {
  atOnce: enAccount,
  first: { en: async () => enAccount, ar: async () => (await import('./ar-account.ts')).arAccount },
  rest: {
    en: async () => (await import('./en-account-own.ts')).enAccountOwn,
    ar: async () => (await import('./ar-account-own.ts')).arAccountOwn,
  },
}

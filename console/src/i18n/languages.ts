import type { Language } from './habits.ts'

/** The languages of the pages and of mails, each by its own name. */
export const languages: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'ar', label: 'العربية' },
]

import type { Language } from './habits.ts'

export type { Language }

/** The language that the page is in now; messages of the service come in the same. */
export const shownLanguage = (): Language => (document.documentElement.lang === 'ar' ? 'ar' : 'en')

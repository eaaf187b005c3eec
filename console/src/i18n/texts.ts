/** The texts of each language, as far as they are loaded: first those of the way in, then, with the first screen that has more, the rest. */
import type { Texts } from './en.ts'
import { enFirst } from './en-first.ts'
import type { Language } from './habits.ts'

type Loader = () => Promise<Partial<Texts>>

const first: Readonly<Record<Language, Loader>> = {
  en: async () => enFirst,
  ar: async () => (await import('./ar-first.ts')).arFirst,
}
const rest: Readonly<Record<Language, Loader>> = {
  en: async () => (await import('./en-rest.ts')).enRest,
  ar: async () => (await import('./ar-rest.ts')).arRest,
}

/** One object for each language, which grows: whoever holds it has what came later. */
const held: Readonly<Record<Language, Partial<Texts>>> = { en: { ...enFirst }, ar: {} }
let isRestWanted = false

/** The texts of a language with all that screens have asked for. A screen asks before it is shown, so what it says is there. */
export async function textsOf(language: Language): Promise<Texts> {
  const parts = await Promise.all([first[language](), isRestWanted ? rest[language]() : {}])
  return Object.assign(held[language], ...parts) as Texts
}

/** What is there without waiting; null where nothing is. */
export const textsAtOnce = (language: Language): Texts | null => (language === 'en' ? (held.en as Texts) : null)

/** Loads what only other areas say, for the language that the page is in, and for each that is chosen from now on. */
export async function needRest(language: Language): Promise<void> {
  isRestWanted = true
  await textsOf(language)
}

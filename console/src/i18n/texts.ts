/** The texts of each language, as far as they are loaded: first those that are shown first, then, with the first page that has more, the rest. */
import type { Texts } from './en.ts'
import type { Language } from './habits.ts'

type Loader = () => Promise<Partial<Texts>>

/** Which texts the pages of one document have: those of the console, or those of end users. */
export interface TextSource {
  /** English as it comes with the first script. */
  readonly atOnce: Partial<Texts>
  readonly first: Readonly<Record<Language, Loader>>
  readonly rest: Readonly<Record<Language, Loader>>
}

let source: TextSource | null = null
/** One object for each language, which grows: whoever holds it has what came later. */
const held: Readonly<Record<Language, Partial<Texts>>> = { en: {}, ar: {} }
let isRestWanted = false

/** Called once, before anything is shown. */
export function readTextsFrom(texts: TextSource): void {
  source = texts
  Object.assign(held.en, texts.atOnce)
}

/** The texts of a language with all that pages have asked for. A page asks before it is shown, so what it says is there. */
export async function textsOf(language: Language): Promise<Texts> {
  const parts = await Promise.all([source?.first[language](), isRestWanted ? source?.rest[language]() : {}])
  return Object.assign(held[language], ...parts) as Texts
}

/** What is there without waiting; null where nothing is. */
export const textsAtOnce = (language: Language): Texts | null => (language === 'en' ? (held.en as Texts) : null)

/** Loads what only other areas say, for the language that the page is in, and for each that is chosen from now on. */
export async function needRest(language: Language): Promise<void> {
  isRestWanted = true
  await textsOf(language)
}

import { type Sentence, say } from '#core/text/sentence.ts'
import { arabic } from './messages.ar.ts'
import { english, type MessageCode } from './messages.en.ts'

/** The languages that sentences are written in. */
export type Language = 'en' | 'ar'

const sentences: Record<Language, Record<MessageCode, Sentence>> = { en: english, ar: arabic }
const plurals: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules('en'), ar: new Intl.PluralRules('ar') }

/** The sentence of a code in one language, its `{name}` places filled from `params`; a generic sentence for an unknown code. */
export function message(code: string, language: Language, params: Record<string, string | number> = {}): string {
  const table = sentences[language]
  const sentence = Object.hasOwn(table, code) ? table[code as MessageCode] : table.unknown
  return say(sentence, plurals[language], params)
}

/** Longer headers are read up to here: nobody speaks more languages than fit. */
const longestHeader = 1024

/**
 * The language of an answer by `Accept-Language` (RFC 9110, 12.5.4): the higher quality wins, the first named of two equal ones,
 * English where neither is accepted. A range covers its regions (`ar-SA` is Arabic); one that is not well-formed counts as absent.
 * Takes time linear in the header's length.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (!acceptLanguage) return 'en'
  const named = new Map<string, number>()
  for (const range of acceptLanguage.slice(0, longestHeader).split(',')) {
    const [tag = '', parameter, more] = range.split(';', 3)
    const language = tag.trim().toLowerCase().split('-', 1)[0]!
    const quality = more === undefined ? qualityOf(parameter) : null
    if (quality !== null && (language === 'en' || language === 'ar' || language === '*'))
      named.set(language, Math.max(quality, named.get(language) ?? 0))
  }
  const other = named.get('*') ?? 0
  const [english, arabic] = [named.get('en') ?? other, named.get('ar') ?? other]
  if (english !== arabic) return arabic > english ? 'ar' : 'en'
  return english > 0 && [...named.keys()].find((language) => language !== '*') === 'ar' ? 'ar' : 'en'
}

/** 0 to 1 with at most three decimals (RFC 9110, 12.4.2); null when it is anything else. */
function qualityOf(parameter: string | undefined): number | null {
  if (parameter === undefined) return 1
  const value = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameter.trim())?.[1]
  return value === undefined ? null : Number(value)
}

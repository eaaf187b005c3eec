import { arabicWords } from './notification-words.ar.ts'
import { englishWords, type Words } from './notification-words.en.ts'

export type Given = Readonly<Record<string, string | number | null | undefined>>

export type WordsName = keyof typeof englishWords

const byLanguage: Readonly<Record<'en' | 'ar', Readonly<Record<WordsName, Words>>>> = { en: englishWords, ar: arabicWords }

/** A title of more, or a body, would be cut by whoever shows it. */
const longest = { title: 200, body: 2000 } as const

/** Title and body in a language, as plain text. */
export function wordsIn(language: 'en' | 'ar', name: WordsName, given: Given): Words {
  const { title, body } = byLanguage[language][name]
  return { title: filled(title, given).slice(0, longest.title), body: filled(body, given).slice(0, longest.body) }
}

function filled(text: string, given: Given): string {
  const isMissing = (part: string) => [...part.matchAll(/\{(\w+)\}/g)].some(([, name]) => (given[name as string] ?? '') === '')
  return text
    .replace(/\[([^\]]*)\]/g, (_, part: string) => (isMissing(part) ? '' : part))
    .replace(/\{(\w+)\}/g, (_, name: string) => String(given[name] ?? ''))
    .trim()
}

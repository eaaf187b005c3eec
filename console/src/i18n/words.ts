/** Texts, numbers and times of one language. */
import type { Key, Texts } from './en.ts'
import type { Habits, Language } from './habits.ts'
import type { Plural } from './plural.ts'

type Values = Readonly<Record<string, string | number>>

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * What `useI18n` gives, but for the choice.
 *
 * @param chosen digits of Arabic texts (Latin ones where nothing is said), and the time zone (that of the machine)
 */
export function wordsOf(language: Language, texts: Texts, chosen: Partial<Pick<Habits, 'numerals' | 'timeZone'>> = {}) {
  const digits = chosen.numerals === 'arabic' ? 'arab' : 'latn'
  const locale = language === 'ar' ? `ar-u-nu-${digits}` : 'en-GB'
  const timeZone = chosen.timeZone ? { timeZone: chosen.timeZone } : {}
  const rules = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(locale)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const list = new Intl.ListFormat(locale)
  const day = { day: 'numeric', month: 'short', year: 'numeric', ...timeZone } as const
  const date = new Intl.DateTimeFormat(locale, day)
  const moment = new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })
  const shown = (value: string | number | undefined) => (typeof value === 'number' ? number.format(value) : (value ?? ''))
  const formOf = (text: string | Plural, count: unknown) =>
    typeof text === 'string' ? text : (text[rules.select(Number(count))] ?? text.other)
  return {
    language,
    /** A text with its values; with `count` in the form that the number wants. */
    t: (key: Key, values: Values = {}) => formOf(texts[key], values.count).replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name])),
    number: (value: number) => number.format(value),
    list: (values: readonly string[]) => list.format(values),
    date: (at: string) => date.format(new Date(at)),
    /** With its time zone. */
    moment: (at: string) => moment.format(new Date(at)),
    /** How long ago, in the largest unit that fits. */
    ago(at: string): string {
      const seconds = (new Date(at).getTime() - Date.now()) / 1000
      const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? (['minute', 60] as const)
      return relative.format(Math.round(seconds / size), unit)
    },
  }
}

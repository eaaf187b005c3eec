/** Texts, numbers and times of the language that was chosen. */
import { DirectionProvider, useDirection } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { en, type Key, type Texts } from './en.ts'
import { type Language, rememberedLanguage, rememberLanguage } from './language.ts'
import type { Plural } from './plural.ts'

type Values = Readonly<Record<string, string | number>>

/** Arabic is a file of its own, which only those load who read it. */
const loaders: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => en,
  ar: async () => (await import('./ar.ts')).ar,
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** What `useI18n` gives, but for the choice. */
export function wordsOf(language: Language, texts: Texts) {
  const locale = language === 'ar' ? 'ar-u-nu-latn' : 'en-GB'
  const rules = new Intl.PluralRules(language)
  const number = new Intl.NumberFormat(locale)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const list = new Intl.ListFormat(locale)
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
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

export type I18n = ReturnType<typeof wordsOf> & { choose(language: Language): void }

const Context = createContext<I18n | null>(null)
export const useI18n = () => use(Context) as I18n

function Loaded({ language, choose, children }: { language: Language; choose(language: Language): void; children: ReactNode }) {
  const [loaded, setLoaded] = useState<{ language: Language; texts: Texts } | null>(language === 'en' ? { language, texts: en } : null)
  const { setDirection } = useDirection()
  useEffect(() => {
    let isWanted = true
    void loaders[language]().then((texts) => isWanted && setLoaded({ language, texts }))
    return () => {
      isWanted = false
    }
  }, [language])
  const shown = loaded?.language ?? null
  useEffect(() => {
    if (shown === null) return
    document.documentElement.lang = shown
    setDirection(shown === 'ar' ? 'rtl' : 'ltr')
  }, [shown, setDirection])
  const value = useMemo(() => loaded && { ...wordsOf(loaded.language, loaded.texts), choose }, [loaded, choose])
  return value ? <Context value={value}>{children}</Context> : null
}

export function I18nProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(rememberedLanguage)
  const choose = useCallback((chosen: Language) => {
    rememberLanguage(chosen)
    setLanguage(chosen)
  }, [])
  return (
    <DirectionProvider initialDirection={language === 'ar' ? 'rtl' : 'ltr'}>
      <Loaded language={language} choose={choose}>
        {children}
      </Loaded>
    </DirectionProvider>
  )
}

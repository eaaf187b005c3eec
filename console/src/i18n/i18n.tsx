/** The language that was chosen, for all that is shown. */
import { DirectionProvider, useDirection } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { Texts } from './en.ts'
import type { Language } from './habits.ts'
import { changeHabits, useHabits } from './kept-habits.ts'
import { textsAtOnce, textsOf } from './texts.ts'
import { wordsOf } from './words.ts'

export type I18n = ReturnType<typeof wordsOf> & { choose(language: Language): Promise<void> }

const Context = createContext<I18n | null>(null)
export const useI18n = () => use(Context) as I18n

/** A language that was chosen before is tried again and again; nobody is kept waiting for it. */
const againMs = 5000

function Loaded({ children }: { children: ReactNode }) {
  const { language, numerals, timeZone } = useHabits()
  const [loaded, setLoaded] = useState<{ language: Language; texts: Texts } | null>(() => {
    const texts = textsAtOnce(language)
    return texts && { language, texts }
  })
  const { setDirection } = useDirection()
  useEffect(() => {
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load() {
      try {
        const texts = await textsOf(language)
        if (isWanted) setLoaded({ language, texts })
      } catch {
        if (!isWanted) return
        // a page in another language is better than none
        setLoaded((before) => before ?? { language: 'en', texts: textsAtOnce('en') as Texts })
        timer = setTimeout(load, againMs)
      }
    }
    void load()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [language])
  const shown = loaded?.language ?? null
  useEffect(() => {
    if (shown === null) return
    document.documentElement.lang = shown
    setDirection(shown === 'ar' ? 'rtl' : 'ltr')
  }, [shown, setDirection])
  const value = useMemo(
    () => loaded && { ...wordsOf(loaded.language, loaded.texts, { numerals, timeZone }), choose },
    [loaded, numerals, timeZone],
  )
  return value ? <Context value={value}>{children}</Context> : null
}

/** What can't be loaded is not chosen. @throws Error */
async function choose(language: Language): Promise<void> {
  await textsOf(language)
  changeHabits({ language })
}

export function I18nProvider({ children }: { children: ReactNode }) {
  const { language } = useHabits()
  return (
    <DirectionProvider initialDirection={language === 'ar' ? 'rtl' : 'ltr'}>
      <Loaded>{children}</Loaded>
    </DirectionProvider>
  )
}

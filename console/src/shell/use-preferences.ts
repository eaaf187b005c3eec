import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { acting } from '../api/acting.ts'
import { changePreferences, followPreferences, type Preferences, type PreferencesChange } from '../api/preferences.ts'
import { useStart } from '../api/start.ts'
import { habitsOf } from '../i18n/habits.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { changeHabits, useHabits } from '../i18n/kept-habits.ts'
import { tellFault } from '../ui/toasts.tsx'

export const schemeOf = (theme: NonNullable<Preferences['theme']>): MantineColorScheme => (theme === 'system' ? 'auto' : theme)
export const themeOf = (scheme: MantineColorScheme): NonNullable<Preferences['theme']> => (scheme === 'auto' ? 'system' : scheme)

/** Has the page look as the caller likes it, also where that is changed in another tab. */
export function useFollowedPreferences(): void {
  const cache = useQueryClient()
  const { start } = useStart()
  const { setColorScheme } = useMantineColorScheme()
  const { isCompact } = useHabits()
  const preferences = start?.preferences
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is new is taken up
  useEffect(() => {
    // the habits of this browser are not those of whom this tab acts for
    if (!preferences || acting()) return
    changeHabits(habitsOf(preferences))
    if (preferences.theme) setColorScheme(schemeOf(preferences.theme))
  }, [preferences])
  useEffect(() => followPreferences(cache), [cache])
  useEffect(() => {
    document.documentElement.dataset.density = isCompact ? 'compact' : 'comfortable'
  }, [isCompact])
}

/** Changes own preferences, and tells where that failed. */
export function useChangePreferences(): (change: PreferencesChange) => void {
  const cache = useQueryClient()
  const words = useI18n()
  return (change) => void changePreferences(cache, change).catch((error: unknown) => tellFault(error, words))
}

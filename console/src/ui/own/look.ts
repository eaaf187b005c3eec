/** How somebody likes the pages to look. */
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { habitsOf } from '../../i18n/habits.ts'
import { changeHabits } from '../../i18n/kept-habits.ts'
import type { Preferred } from './PreferenceFields.tsx'

type Theme = NonNullable<Preferred['theme']>

const schemeOf = (theme: Theme): MantineColorScheme => (theme === 'system' ? 'auto' : theme)
export const themeOf = (scheme: MantineColorScheme): Theme => (scheme === 'auto' ? 'system' : scheme)

/**
 * Has the page look as these say. Undefined until they are known, or where they are not to be followed.
 *
 * @param hasLists whether these pages have rows and keys, as in `PreferenceFields`
 */
export function useLook(preferences: Preferred | undefined, hasLists = true): void {
  const { setColorScheme } = useMantineColorScheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is new is taken up
  useEffect(() => {
    if (!preferences) return
    changeHabits(habitsOf(preferences, hasLists))
    if (preferences.theme) setColorScheme(schemeOf(preferences.theme))
  }, [preferences])
}

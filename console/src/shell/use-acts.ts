import { useMantineColorScheme } from '@mantine/core'
import { acting } from '../api/acting.ts'
import type { Start } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { useHabits } from '../i18n/kept-habits.ts'
import { languages } from '../i18n/languages.ts'
import { themeOf } from '../ui/own/look.ts'
import { makesOf } from './areas.ts'
import type { Entry, Group } from './palette-entries.ts'
import { useChangePreferences } from './use-preferences.ts'
import { useSignOut } from './use-sign-out.ts'

/** What can be done from anywhere. */
export function useActGroup(start: Pick<Start, 'can' | 'keptFrom'>, go: (to: string, search?: object) => void, onKeys: () => void): Group {
  const { t, language } = useI18n()
  const { isCompact } = useHabits()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const change = useChangePreferences()
  const signOut = useSignOut()
  const schemes = [
    { scheme: 'light', icon: 'sun' },
    { scheme: 'dark', icon: 'moon' },
    { scheme: 'auto', icon: 'monitor' },
  ] as const
  const entries: Entry[] = [
    ...makesOf(start).map(({ title, to, search }): Entry => ({ id: title, title: t(title), icon: 'plus', run: () => go(to, search) })),
    ...schemes
      .filter(({ scheme }) => scheme !== colorScheme)
      .map(
        ({ scheme, icon }): Entry => ({
          id: `theme-${scheme}`,
          title: t('palette.theme', { name: t(`shell.${scheme}`) }),
          icon,
          run() {
            setColorScheme(scheme)
            change({ theme: themeOf(scheme) })
          },
        }),
      ),
    ...languages
      .filter(({ value }) => value !== language)
      .map(
        ({ value, label }): Entry => ({ id: `language-${value}`, title: label, icon: 'language', run: () => change({ language: value }) }),
      ),
    {
      id: 'density',
      title: t(isCompact ? 'palette.comfortable' : 'palette.compact'),
      icon: 'rows',
      run: () => change({ density: isCompact ? 'comfortable' : 'compact' }),
    },
    { id: 'keys', title: t('shell.keys'), icon: 'keyboard', hint: ['?'], run: onKeys },
    { id: 'sign-out', title: t(acting() ? 'acting.stop' : 'shell.signOut'), icon: 'logout', run: signOut },
  ]
  return { id: 'acts', title: t('palette.acts'), entries }
}

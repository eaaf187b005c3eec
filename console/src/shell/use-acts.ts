import { useMantineColorScheme } from '@mantine/core'
import { acting } from '../api/acting.ts'
import { client } from '../api/client.ts'
import type { Start } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { useHabits } from '../i18n/kept-habits.ts'
import { screenAt } from '../sitemap/screens.ts'
import { tellFault } from '../ui/toasts.tsx'
import { languages } from './AccountMenu.tsx'
import { useStopActing } from './acting/ActingBar.tsx'
import type { Entry, Group } from './palette-entries.ts'
import { themeOf, useChangePreferences } from './use-preferences.ts'

/** Lists whose form for a new record opens by its address. */
const made = [
  { path: '/admins', permission: 'admins.create', title: 'palette.newAdmin' },
  { path: '/roles', permission: 'roles.manage', title: 'palette.newRole' },
] as const

/** What can be done from anywhere. */
export function useActGroup(can: Start['can'], go: (to: string, search?: object) => void, onKeys: () => void): Group {
  const words = useI18n()
  const { t, language } = words
  const { isCompact } = useHabits()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const change = useChangePreferences()
  const { stop } = useStopActing()
  const signOut = () => void (acting() ? stop() : client.signOut().catch((error: unknown) => tellFault(error, words)))
  const schemes = [
    { scheme: 'light', icon: 'sun' },
    { scheme: 'dark', icon: 'moon' },
    { scheme: 'auto', icon: 'monitor' },
  ] as const
  const entries: Entry[] = [
    ...made
      .filter(({ path, permission }) => screenAt(path) && can(permission))
      .map(({ path, title }): Entry => ({ id: `new${path}`, title: t(title), icon: 'plus', run: () => go(path, { do: 'new' }) })),
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
        ({ value, name }): Entry => ({ id: `language-${value}`, title: name, icon: 'language', run: () => change({ language: value }) }),
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

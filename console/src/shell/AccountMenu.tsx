import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { acting } from '../api/acting.ts'
import type { Start } from '../api/start.ts'
import type { Language } from '../i18n/habits.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { languages } from '../i18n/languages.ts'
import { screenAt } from '../sitemap/screens.ts'
import { Icon } from '../ui/Icon.tsx'
import { themeOf } from '../ui/own/look.ts'
import { Avatar } from '../ui/Person.tsx'
import { useChangePreferences } from './use-preferences.ts'
import { useSignOut } from './use-sign-out.ts'

const profile = '/me/profile'
const schemes = [
  { value: 'light', icon: 'sun' },
  { value: 'dark', icon: 'moon' },
  { value: 'auto', icon: 'monitor' },
] as const

/** The own account, theme, language, the keys, and the way out. */
export function AccountMenu({ me, onKeys }: { me: Start['me']; onKeys(): void }) {
  const { t, language } = useI18n()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const change = useChangePreferences()
  const signOut = useSignOut()
  const name = me ? `${me.firstName} ${me.lastName}` : ''
  const chooseTheme = (scheme: MantineColorScheme) => {
    setColorScheme(scheme)
    change({ theme: themeOf(scheme) })
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className="me" aria-label={`${t('shell.account')}: ${name}`}>
          <Avatar name={name} src={me?.avatarUrl ?? null} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className="me-label">
            <b dir="auto">{name}</b>
            <bdi dir="ltr">{me?.email}</bdi>
          </span>
        </Menu.Label>
        {screenAt(profile) && (
          <Menu.Item leftSection={<Icon name="person" size={15} />} renderRoot={(props) => <Link to={profile as never} {...props} />}>
            {t('shell.account')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{t('shell.theme')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => chooseTheme(value as MantineColorScheme)}>
          {schemes.map(({ value, icon }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false} rightSection={<Icon name={icon} size={15} />}>
              {t(`shell.${value}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('shell.language')}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(value) => change({ language: value as Language })}>
          {languages.map((one) => (
            <Menu.RadioItem key={one.value} value={one.value} lang={one.value}>
              {one.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="keyboard" size={15} />} rightSection={<kbd>?</kbd>} onClick={onKeys}>
          {t('shell.keys')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="logout" size={15} />} onClick={signOut}>
          {t(acting() ? 'acting.stop' : 'shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

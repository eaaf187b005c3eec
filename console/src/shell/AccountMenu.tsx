import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { acting } from '../api/acting.ts'
import { client } from '../api/client.ts'
import type { Start } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Avatar } from '../ui/Person.tsx'
import { tellFault } from '../ui/toasts.tsx'
import { useStopActing } from './ActingBar.tsx'

/** Theme, language and the way out. */
export function AccountMenu({ me }: { me: Start['me'] }) {
  const words = useI18n()
  const { t, language, choose } = words
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const { stop } = useStopActing()
  const name = me ? `${me.firstName} ${me.lastName}` : ''
  const other = language === 'ar' ? 'en' : 'ar'
  return (
    <Menu position="bottom-end" width={230}>
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
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="admins" size={15} />} renderRoot={(props) => <Link to="/me/profile" {...props} />}>
          {t('me.title')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name={isDark ? 'sun' : 'moon'} size={15} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {t(isDark ? 'shell.light' : 'shell.dark')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="language" size={15} />} lang={other} onClick={() => choose(other)}>
          {other === 'en' ? 'English' : 'العربية'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="logout" size={15} />}
          onClick={() => void (acting() ? stop() : client.signOut().catch((error: unknown) => tellFault(error, words)))}
        >
          {t(acting() ? 'acting.stop' : 'shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

import { Menu } from '@mantine/core'
import { acting } from '../api/acting.ts'
import { consolePath } from '../api/console-path.ts'
import { isSuperAdmin, useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from './Icon.tsx'

interface Props {
  readonly admin: { readonly id: string; readonly isActive: boolean; readonly isBlocked: boolean; readonly isProtected: boolean }
}

/** In the menu of an admin: a tab of its own that acts as them. The SuperAdmin alone has it, and what it never can be done for it can't now. */
export function ActAsItem({ admin }: Props) {
  const { t } = useI18n()
  const { me } = useStart()
  if (!isSuperAdmin(me) || acting() !== null) return null
  const isOff = admin.id === me?.id || admin.isProtected || admin.isBlocked || !admin.isActive
  return (
    <Menu.Item
      component="a"
      href={`${consolePath}/act-as/${admin.id}`}
      target="_blank"
      rel="noopener"
      leftSection={<Icon name="admins" size={15} />}
      disabled={isOff}
      {...(isOff && { title: t('acting.notNow') })}
    >
      {t('acting.menu')}
    </Menu.Item>
  )
}

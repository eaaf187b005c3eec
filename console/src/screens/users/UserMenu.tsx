import { ActionIcon, Menu } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { copy } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { nameOf, type User } from './user.ts'
import type { UserActs } from './user-acts.ts'

/** What is asked about before it is done. */
export type Asked = 'block' | 'password' | 'twoFactor'

interface Props {
  readonly user: User
  readonly acts: UserActs
  onEdit(): void
  onAsk(what: Asked): void
}

/** The moves that are legal now; those that are never the caller's are not there. */
export function UserMenu({ user, acts, onEdit, onAsk }: Props) {
  const { t } = useI18n()
  const item = (title: string, icon: IconName, onClick: () => void) => (
    <Menu.Item leftSection={<Icon name={icon} size={15} />} onClick={onClick}>
      {title}
    </Menu.Item>
  )
  const { email } = user
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('list.more', { name: nameOf(user) })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.canUpdate && item(t('act.edit'), 'pencil', onEdit)}
        {email !== undefined && item(t('act.copyEmail'), 'copy', () => void copy(email, t('told.copied')))}
        {item(t('act.copyId'), 'copy', () => void copy(user.id, t('told.copied')))}
        {(acts.canUpdate || acts.canDelete) && <Menu.Divider />}
        {acts.canUpdate && (
          <>
            {user.isLockedOut && item(t('act.unlock'), 'unlock', () => void acts.unlock(user))}
            {item(t('users.newPassword'), 'key', () => onAsk('password'))}
            {user.twoFactorEnabled && item(t('users.noTwoFactor'), 'shieldOff', () => onAsk('twoFactor'))}
            {item(
              t(user.isActive ? 'act.deactivate' : 'act.activate'),
              user.isActive ? 'inactive' : 'active',
              () => void acts.setActive(user, !user.isActive),
            )}
            {user.isBlocked
              ? item(t('act.unblock'), 'active', () => void acts.unblock(user))
              : item(t('act.block'), 'blocked', () => onAsk('block'))}
          </>
        )}
        {acts.canDelete && (
          <Menu.Item className="danger" leftSection={<Icon name="bin" size={15} />} onClick={() => void acts.remove(user)}>
            {t('act.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

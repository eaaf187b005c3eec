import { ActionIcon, Menu } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { ActAsItem } from '../../ui/ActAsItem.tsx'
import { copy } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { type Admin, nameOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'

interface Props {
  readonly admin: Admin
  readonly acts: AdminActs
  onEdit(): void
  onBlock(): void
}

/** The moves that are legal now; those that are never the caller's are not there. */
export function AdminMenu({ admin, acts, onEdit, onBlock }: Props) {
  const { t } = useI18n()
  const against = acts.reasonAgainst(admin)
  const item = (title: string, icon: IconName, onClick: () => void, isOff = against !== null) => (
    <Menu.Item leftSection={<Icon name={icon} size={15} />} disabled={isOff} onClick={onClick}>
      {title}
    </Menu.Item>
  )
  const { email } = admin
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('list.more', { name: nameOf(admin) })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {against && <Menu.Label>{against}</Menu.Label>}
        {acts.canUpdate && item(t('act.edit'), 'pencil', onEdit, admin.isProtected)}
        {email !== undefined && item(t('act.copyEmail'), 'copy', () => void copy(email, t('told.copied')), false)}
        {item(t('act.copyId'), 'copy', () => void copy(admin.id, t('told.copied')), false)}
        <ActAsItem admin={admin} />
        {(acts.canUpdate || acts.canDelete) && <Menu.Divider />}
        {acts.canUpdate && (
          <>
            {admin.isLockedOut && item(t('act.unlock'), 'unlock', () => void acts.change('unlockAdmin', admin))}
            {admin.isActive
              ? item(t('act.deactivate'), 'inactive', () => void acts.change('deactivateAdmin', admin))
              : item(t('act.activate'), 'active', () => void acts.change('activateAdmin', admin))}
            {admin.isBlocked
              ? item(t('act.unblock'), 'active', () => void acts.change('unblockAdmin', admin))
              : item(t('act.block'), 'blocked', onBlock)}
          </>
        )}
        {acts.canDelete && (
          <Menu.Item
            className="danger"
            leftSection={<Icon name="bin" size={15} />}
            disabled={against !== null}
            onClick={() => void acts.remove(admin)}
          >
            {t('act.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

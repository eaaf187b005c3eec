import { ActionIcon, Menu } from '@mantine/core'
import { isSuperAdmin, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ActAsItem } from '../../ui/ActAsItem.tsx'
import { copy } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import type { Asked } from './AskedDialog.tsx'
import { type Admin, nameOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'

interface Props {
  readonly admin: Admin
  readonly acts: AdminActs
  onEdit(): void
  /** Opens what asks first. */
  onAsk(what: Asked): void
}

/** The moves that are legal now; those that are never the caller's are not there. */
export function AdminMenu({ admin, acts, onEdit, onAsk }: Props) {
  const { t } = useI18n()
  const { me } = useStart()
  const isOwn = admin.id === me?.id
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
        {/* the first can always be chosen: a menu that can't take the focus can't be closed by Escape */}
        {item(t('act.copyId'), 'copy', () => void copy(admin.id, t('told.copied')), false)}
        {email !== undefined && item(t('act.copyEmail'), 'copy', () => void copy(email, t('told.copied')), false)}
        {acts.canUpdate && item(t('act.edit'), 'pencil', onEdit, admin.isProtected)}
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
              : item(t('act.block'), 'blocked', () => onAsk('block'))}
            <Menu.Divider />
            {item(t('access.resetAdminPassword.menu'), 'reset', () => onAsk('resetAdminPassword'))}
            {admin.twoFactorEnabled && item(t('access.resetAdminTwoFactor.menu'), 'shieldOff', () => onAsk('resetAdminTwoFactor'))}
            {item(t('access.endSessionsOfAdmin.menu'), 'logout', () => onAsk('endSessionsOfAdmin'))}
          </>
        )}
        {isSuperAdmin(me) && (
          <>
            <Menu.Divider />
            {item(t(admin.isProtected ? 'act.unprotect' : 'act.protect'), 'protected', () => void acts.protect(admin), isOwn)}
            {item(t('transfer.menu'), 'key', () => onAsk('transfer'), isOwn || admin.isBlocked || !admin.isActive)}
          </>
        )}
        {acts.canDelete && <Menu.Divider />}
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

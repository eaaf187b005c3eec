import { ActionIcon, Menu } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { copy } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import type { Role } from './role.ts'
import type { RoleActs } from './role-acts.ts'

interface Props {
  readonly role: Role
  readonly acts: RoleActs
  onEdit(): void
  onSync(): void
  onRemoved?(): void
}

/** A role of the service can be copied, and nothing else. */
export function RoleMenu({ role, acts, onEdit, onSync, onRemoved }: Props) {
  const { t } = useI18n()
  const against = acts.reasonAgainst(role)
  const item = (title: string, icon: IconName, onClick: () => void, isOff: boolean) => (
    <Menu.Item leftSection={<Icon name={icon} size={15} />} disabled={isOff} onClick={onClick}>
      {title}
    </Menu.Item>
  )
  const remove = async () => {
    if (await acts.remove(role)) onRemoved?.()
  }
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('list.more', { name: role.name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.canManage && against && <Menu.Label>{against}</Menu.Label>}
        {/* the first can always be chosen: a menu that can't take the focus can't be closed by Escape */}
        {item(t('act.copyId'), 'copy', () => void copy(role.id, t('told.copied')), false)}
        {acts.canManage && (
          <>
            {item(t('roles.rename'), 'pencil', onEdit, against !== null)}
            {item(t('roles.clone'), 'copy', () => void acts.clone(role), against !== null && !role.isSystem)}
            {item(t('roles.sync'), 'refresh', onSync, against !== null)}
          </>
        )}
        {acts.canManage && (
          <>
            <Menu.Divider />
            <Menu.Item
              className="danger"
              leftSection={<Icon name="bin" size={15} />}
              disabled={against !== null}
              onClick={() => void remove()}
            >
              {t('act.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

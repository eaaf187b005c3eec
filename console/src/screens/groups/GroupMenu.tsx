import { ActionIcon, Menu } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Group, nameOf } from './group.ts'
import type { GroupActs } from './group-acts.ts'

interface Props {
  readonly group: Group
  readonly acts: GroupActs
  onEdit(): void
  /** After it was deleted. */
  onGone?(): void
}

/** The moves that are legal now; those that are never the caller's are not there. */
export function GroupMenu({ group, acts, onEdit, onGone }: Props) {
  const words = useI18n()
  const { t } = words
  if (!acts.canUpdate && !acts.canDelete) return null
  const { isActive } = group
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('list.more', { name: nameOf(group, words) })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.canUpdate && (
          <>
            <Menu.Item leftSection={<Icon name="pencil" size={15} />} onClick={onEdit}>
              {t('act.edit')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name={isActive ? 'inactive' : 'active'} size={15} />}
              onClick={() => void acts.setActive(group, !isActive)}
            >
              {t(isActive ? 'act.deactivate' : 'act.activate')}
            </Menu.Item>
          </>
        )}
        {acts.canDelete && (
          <Menu.Item
            className="danger"
            leftSection={<Icon name="bin" size={15} />}
            onClick={() => void acts.remove(group).then((isDone) => isDone && onGone?.())}
          >
            {t('act.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

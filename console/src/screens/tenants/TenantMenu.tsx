import { ActionIcon, Menu } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { copy } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import type { Tenant } from './tenant.ts'
import type { TenantActs } from './tenant-acts.ts'

/** The moves that are legal now; those that are never the caller's are not there. */
export function TenantMenu({ tenant, acts, isStop = true }: { tenant: Tenant; acts: TenantActs; isStop?: boolean }) {
  const { t } = useI18n()
  const against = acts.reasonAgainst(tenant)
  const item = (title: string, icon: IconName, onClick: () => void, isOff = false) => (
    <Menu.Item leftSection={<Icon name={icon} size={15} />} disabled={isOff} onClick={onClick}>
      {title}
    </Menu.Item>
  )
  const moves = acts.canUpdate ? acts.movesOf(tenant) : []
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon size={28} tabIndex={isStop ? 0 : -1} aria-label={t('list.more', { name: tenant.name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {against && (acts.canUpdate || acts.canDelete) && <Menu.Label>{against}</Menu.Label>}
        {acts.canUpdate && item(t('act.edit'), 'pencil', () => acts.begin({ act: 'edit', tenant }))}
        {acts.canCreate && item(t('tenants.newBelow'), 'plus', () => acts.begin({ act: 'new', tenant }))}
        {item(t('tenants.copyCode'), 'copy', () => void copy(tenant.code, t('told.copied')))}
        {item(t('act.copyId'), 'copy', () => void copy(tenant.id, t('told.copied')))}
        {(moves.length > 0 || acts.canDelete) && <Menu.Divider />}
        {moves.map((status) => (
          <Menu.Item
            key={status}
            leftSection={<Icon name={moveIcons[status]} size={15} />}
            disabled={against !== null}
            onClick={() => acts.move(tenant, status)}
          >
            {t(`tenants.move.${status}`)}
          </Menu.Item>
        ))}
        {acts.canDelete && (
          <Menu.Item
            className="danger"
            leftSection={<Icon name="bin" size={15} />}
            disabled={against !== null}
            onClick={() => acts.begin({ act: 'delete', tenant })}
          >
            {t('tenants.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const moveIcons = { Active: 'active', Inactive: 'inactive', Suspended: 'alert', Cancelled: 'blocked' } as const

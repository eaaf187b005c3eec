import { Menu } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Act, CopyAct, RecordMenu } from '../../ui/RecordMenu.tsx'
import type { Tenant } from './tenant.ts'
import type { TenantActs } from './tenant-acts.ts'

/** The moves that are legal now; those that are never the caller's are not there. */
export function TenantMenu({ tenant, acts, isStop = true }: { tenant: Tenant; acts: TenantActs; isStop?: boolean }) {
  const { t } = useI18n()
  const against = acts.reasonAgainst(tenant)
  const isOff = against !== null
  const moves = acts.canUpdate ? acts.movesOf(tenant) : []
  return (
    <RecordMenu name={tenant.name} width={240} isStop={isStop}>
      {against && (acts.canUpdate || acts.canDelete) && <Menu.Label>{against}</Menu.Label>}
      {acts.canUpdate && <Act icon="pencil" label={t('act.edit')} onClick={() => acts.begin({ act: 'edit', tenant })} />}
      {acts.canCreate && <Act icon="plus" label={t('tenants.newBelow')} onClick={() => acts.begin({ act: 'new', tenant })} />}
      <CopyAct text={tenant.code} label={t('tenants.copyCode')} />
      <CopyAct text={tenant.id} />
      {(moves.length > 0 || acts.canDelete) && <Menu.Divider />}
      {moves.map((status) => (
        <Act
          key={status}
          icon={moveIcons[status]}
          label={t(`tenants.move.${status}`)}
          isOff={isOff}
          onClick={() => acts.move(tenant, status)}
        />
      ))}
      {acts.canDelete && (
        <Act icon="bin" label={t('tenants.delete')} isDanger isOff={isOff} onClick={() => acts.begin({ act: 'delete', tenant })} />
      )}
    </RecordMenu>
  )
}

const moveIcons = { Active: 'active', Inactive: 'inactive', Suspended: 'alert', Cancelled: 'blocked' } as const

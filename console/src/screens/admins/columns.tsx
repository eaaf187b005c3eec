import type { I18n } from '../../i18n/i18n.tsx'
import { Who } from '../../ui/account/Who.tsx'
import { Ago } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { Status } from '../../ui/Status.tsx'
import { TenantCell } from '../../ui/shown/TenantCell.tsx'
import { type Admin, statusOf } from './admin.ts'

export function columnsOf({ t }: I18n): Column<Admin>[] {
  return [
    {
      key: 'name',
      title: t('fact.name'),
      sort: 'firstName',
      isPrimary: true,
      cell: (admin) => (
        <Who account={admin} mark={admin.isProtected && <Icon name="protected" size={13} label={t('admins.protected')} />} />
      ),
    },
    { key: 'status', title: t('fact.status'), width: '112px', cell: (admin) => <Status value={statusOf(admin)} /> },
    {
      key: 'role',
      title: t('fact.role'),
      width: '15%',
      cell: ({ role }) => (
        <span className="cut" dir="auto">
          {role?.name}
        </span>
      ),
    },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      width: '23%',
      cell: ({ tenantId, tenantName }) => <TenantCell tenantId={tenantId} tenantName={tenantName} />,
    },
    {
      key: '2fa',
      title: t('fact.twoFactor'),
      width: '110px',
      cell: ({ twoFactorEnabled }) => (
        <span className="two" data-on={twoFactorEnabled || undefined}>
          {twoFactorEnabled && <Icon name="shield" size={14} />}
          {t(twoFactorEnabled ? 'fact.on' : 'fact.off')}
        </span>
      ),
    },
    {
      key: 'seen',
      title: t('fact.seen'),
      sort: 'lastLoginAt',
      width: '126px',
      cell: ({ lastLoginAt }) => <Ago at={lastLoginAt} />,
    },
  ]
}

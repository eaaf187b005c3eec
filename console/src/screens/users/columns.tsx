import type { I18n } from '../../i18n/i18n.tsx'
import { Who } from '../../ui/account/Who.tsx'
import { Ago } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { Status } from '../../ui/Status.tsx'
import { provedOf, statusOf, type User } from './user.ts'

export function columnsOf(words: I18n): Column<User>[] {
  const { t } = words
  return [
    { key: 'name', title: t('fact.name'), sort: 'firstName', isPrimary: true, cell: (user) => <Who account={user} /> },
    { key: 'status', title: t('fact.status'), width: '112px', cell: (user) => <Status value={statusOf(user)} /> },
    {
      key: 'proved',
      title: t('users.proved'),
      width: '150px',
      cell: (user) => (
        <span className="two" data-on={user.emailVerified || user.phoneVerified || undefined}>
          {(user.emailVerified || user.phoneVerified) && <Icon name="check" size={14} />}
          {provedOf(user, words)}
        </span>
      ),
    },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      width: '22%',
      cell: ({ tenantName }) => (
        <span className="dim cut" dir="auto" title={tenantName ?? undefined}>
          {tenantName}
        </span>
      ),
    },
    {
      key: '2fa',
      title: t('fact.twoFactor'),
      width: '100px',
      cell: ({ twoFactorEnabled }) => (
        <span className="two" data-on={twoFactorEnabled || undefined}>
          {twoFactorEnabled && <Icon name="shield" size={14} />}
          {t(twoFactorEnabled ? 'fact.on' : 'fact.off')}
        </span>
      ),
    },
    { key: 'seen', title: t('fact.seen'), sort: 'lastLoginAt', width: '126px', cell: ({ lastLoginAt }) => <Ago at={lastLoginAt} /> },
  ]
}

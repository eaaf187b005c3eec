import type { I18n } from '../../i18n/i18n.tsx'
import { Ago } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import type { Filter } from '../../ui/list/list-filters.ts'
import { TenantCell } from '../../ui/shown/TenantCell.tsx'
import { type Entry, iconOf, kinds } from './entry.ts'

export function columnsOf({ t }: I18n): Column<Entry>[] {
  return [
    {
      key: 'what',
      title: t('bin.name'),
      isPrimary: true,
      cell: ({ displayName, entityType }) => (
        <span className="who">
          <span className="role-icon">
            <Icon name={iconOf[entityType]} size={14} />
          </span>
          <span>
            <b>
              <span className="cut" dir="auto">
                {displayName}
              </span>
            </b>
            <small>{t(`bin.kind.${entityType}`)}</small>
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      title: t('bin.can'),
      width: '190px',
      cell: ({ canRestore, reason }) =>
        canRestore || reason === null ? (
          <span className="status" data-tone="green" data-quiet>
            <Icon name="active" size={14} />
            {t('bin.yes')}
          </span>
        ) : (
          <span className="status" data-tone="amber" title={t(`bin.${reason}.why`)}>
            <Icon name="alert" size={14} />
            {t(`bin.${reason}`)}
          </span>
        ),
    },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      width: '20%',
      cell: ({ tenantId, tenantName }) => <TenantCell tenantId={tenantId} tenantName={tenantName} />,
    },
    {
      key: 'by',
      title: t('bin.by'),
      width: '17%',
      cell: ({ deletedByName }) => (
        <span className="cut" dir="auto">
          {deletedByName ?? t('bin.service')}
        </span>
      ),
    },
    { key: 'when', title: t('bin.when'), sort: 'deletedAt', width: '124px', cell: ({ deletedAt }) => <Ago at={deletedAt} /> },
  ]
}

export const filtersOf = ({ t }: Pick<I18n, 't'>): Filter[] => [
  {
    key: 'kind',
    title: t('bin.kind'),
    options: kinds.map((value) => ({
      value,
      label: t(`bin.kind.${value}`),
      text: t(`bin.kind.${value}`),
      query: { entityType: value },
    })),
  },
]

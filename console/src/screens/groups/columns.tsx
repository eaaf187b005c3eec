import type { I18n } from '../../i18n/i18n.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import type { Filter } from '../../ui/list/list-filters.ts'
import { Status } from '../../ui/Status.tsx'
import { TenantCell } from '../../ui/shown/TenantCell.tsx'
import type { Group } from './group.ts'

export const statusOf = ({ isActive }: Group) => (isActive ? 'Active' : 'Deactivated')

export function columnsOf({ t, number }: I18n): Column<Group>[] {
  return [
    {
      key: 'name',
      title: t('groups.nameEn'),
      sort: 'nameEn',
      isPrimary: true,
      cell: ({ nameEn, code }) => (
        <span className="who">
          <span>
            <b>
              <span className="cut" dir="auto">
                {nameEn}
              </span>
            </b>
            <small className="cut" dir="ltr">
              {code}
            </small>
          </span>
        </span>
      ),
    },
    {
      key: 'nameAr',
      title: t('groups.nameAr'),
      width: '24%',
      cell: ({ nameAr }) =>
        nameAr === null ? (
          <span className="off">{t('fact.unset')}</span>
        ) : (
          <span className="cut" dir="auto" lang="ar">
            {nameAr}
          </span>
        ),
    },
    { key: 'status', title: t('fact.status'), sort: 'isActive', width: '124px', cell: (group) => <Status value={statusOf(group)} /> },
    { key: '2fa', title: t('groups.members'), width: '100px', cell: ({ memberCount }) => number(memberCount) },
    { key: 'seen', title: t('groups.roles'), width: '84px', cell: ({ roleCount }) => number(roleCount) },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      width: '20%',
      cell: ({ tenantId, tenantName }) => <TenantCell tenantId={tenantId} tenantName={tenantName} />,
    },
  ]
}

export const filtersOf = ({ t }: Pick<I18n, 't'>): Filter[] => [
  {
    key: 'status',
    title: t('fact.status'),
    options: (['Active', 'Deactivated'] as const).map((value) => ({
      value,
      label: <Status value={value} />,
      text: t(`status.${value}`),
      query: { isActive: value === 'Active' },
    })),
  },
]

import { Link } from '@tanstack/react-router'
import type { I18n } from '../../i18n/i18n.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import type { Filter } from '../../ui/list/list-filters.ts'
import { Avatar } from '../../ui/Person.tsx'
import { statuses } from './status.ts'
import { TenantState } from './TenantState.tsx'
import { addressOf, type Tenant } from './tenant.ts'

export const filtersOf = ({ t }: Pick<I18n, 't'>): Filter[] => [
  {
    key: 'status',
    title: t('tenants.status'),
    options: statuses.map((value) => ({
      value,
      label: <TenantState value={value} />,
      text: t(`tenants.state.${value}`),
      query: { status: value },
    })),
  },
]

/** What it lies below, without itself. */
const aboveOf = ({ path }: Tenant): string =>
  path
    .slice(0, -1)
    .map(({ name }) => name)
    .join(' › ')

export function columnsOf({ t, number, date }: I18n): Column<Tenant>[] {
  return [
    {
      key: 'name',
      title: t('tenants.name'),
      sort: 'name',
      isPrimary: true,
      cell: ({ id, name, code, logoUrl }) => (
        <span className="who">
          <Avatar name={name} src={logoUrl} />
          <span>
            <Link to={addressOf(id)} className="tree-link cut" dir="auto">
              {name}
            </Link>
            <small className="cut" dir="ltr">
              {code}
            </small>
          </span>
        </span>
      ),
    },
    { key: 'status', title: t('tenants.status'), sort: 'status', width: '120px', cell: ({ status }) => <TenantState value={status} /> },
    {
      key: 'tenant',
      title: t('tenants.parent'),
      width: '26%',
      cell: (tenant) => (
        <span className="dim cut" dir="auto" title={aboveOf(tenant) || undefined}>
          {aboveOf(tenant) || t('tenants.atTop')}
        </span>
      ),
    },
    { key: '2fa', title: t('tenants.admins'), width: '90px', cell: ({ adminCount }) => <span className="dim">{number(adminCount)}</span> },
    {
      key: 'below',
      title: t('tenants.below'),
      width: '100px',
      cell: ({ childCount }) => <span className="dim">{number(childCount)}</span>,
    },
    {
      key: 'seen',
      title: t('tenants.created'),
      sort: 'createdAt',
      width: '120px',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="dim">
          {date(createdAt)}
        </time>
      ),
    },
  ]
}

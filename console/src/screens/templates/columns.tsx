/** The columns and filters of the list of templates. */
import type { I18n } from '../../i18n/i18n.tsx'
import { Ago } from '../../ui/Facts.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import type { Filter } from '../../ui/list/list-filters.ts'
import { Mark, type MarkLook } from '../../ui/shown/Mark.tsx'
import { TenantCell } from '../../ui/shown/TenantCell.tsx'
import { isOfService } from './service-mails.ts'
import type { ListedTemplate } from './template.ts'

export const activeLooks: Readonly<Record<'active' | 'inactive', MarkLook>> = {
  active: { icon: 'active', tone: 'green', isQuiet: true },
  inactive: { icon: 'inactive', tone: 'grey' },
}

export function columnsOf({ t, number }: I18n): Column<ListedTemplate>[] {
  return [
    {
      key: 'name',
      title: t('fact.name'),
      sort: 'name',
      isPrimary: true,
      cell: ({ name, subject, isSystem, code }) => (
        <span className="who">
          <span>
            <b>
              <span className="cut" dir="auto">
                {name}
              </span>
              {isSystem ? (
                <span className="tag">{t('templates.builtIn')}</span>
              ) : (
                isOfService(code) && <span className="tag">{t('templates.replaces')}</span>
              )}
            </b>
            <small className="cut" dir="auto">
              {subject}
            </small>
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      title: t('templates.state'),
      width: '112px',
      cell: ({ isActive }) => {
        const state = isActive ? 'active' : 'inactive'
        return <Mark look={activeLooks[state]}>{t(`templates.is.${state}`)}</Mark>
      },
    },
    {
      key: 'role',
      title: t('templates.category'),
      sort: 'category',
      width: '15%',
      cell: ({ category }) => (
        <span className="cut dim" dir="ltr">
          {category}
        </span>
      ),
    },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      width: '18%',
      cell: ({ isSystem, tenantId, tenantName }) =>
        isSystem ? <span className="off">–</span> : <TenantCell tenantId={tenantId} tenantName={tenantName} />,
    },
    {
      key: '2fa',
      title: t('templates.uses'),
      width: '120px',
      cell: ({ usageCount30d }) => <span className="dim">{number(usageCount30d)}</span>,
    },
    {
      key: 'seen',
      title: t('templates.updated'),
      sort: 'updatedAt',
      width: '126px',
      cell: ({ isSystem, updatedAt }) => (isSystem ? <span className="off">–</span> : <Ago at={updatedAt} />),
    },
  ]
}

export const filtersOf = ({ t }: Pick<I18n, 't'>): Filter[] => [
  {
    key: 'status',
    title: t('templates.state'),
    options: (['active', 'inactive'] as const).map((value) => ({
      value,
      label: <Mark look={activeLooks[value]}>{t(`templates.is.${value}`)}</Mark>,
      text: t(`templates.is.${value}`),
      query: { status: value },
    })),
  },
]

/** The columns and filters of the list of notifications. */
import type { I18n } from '../../i18n/i18n.tsx'
import { Ago } from '../../ui/Facts.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import type { Filter } from '../../ui/list/list-filters.ts'
import { Mark } from '../../ui/shown/Mark.tsx'
import { knownTypes, type Notice, severities, severityLooks, titleOf } from './notice.ts'

export function columnsOf({ t }: I18n): Column<Notice>[] {
  return [
    {
      key: 'name',
      title: t('notifications.what'),
      isPrimary: true,
      cell: ({ title, body, isRead }) => (
        <span className="who">
          <span>
            <b>
              {!isRead && (
                <>
                  <i className="unread-dot" aria-hidden="true" />
                  <span className="sr">{t('bell.isUnread')} </span>
                </>
              )}
              <span className="cut" dir="auto">
                {title}
              </span>
            </b>
            <small className="cut" dir="auto">
              {body}
            </small>
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      title: t('notifications.severity'),
      width: '130px',
      cell: ({ severity }) => <Mark look={severityLooks[severity]}>{t(`notifications.severity.${severity}`)}</Mark>,
    },
    {
      key: 'role',
      title: t('notifications.type'),
      width: '22%',
      cell: ({ type }) => {
        const known = titleOf(type)
        return <span className="cut dim">{known ? t(known) : <code dir="ltr">{type}</code>}</span>
      },
    },
    { key: 'seen', title: t('notifications.came'), sort: 'createdAt', width: '126px', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  ]
}

export const filtersOf = ({ t }: Pick<I18n, 't'>): Filter[] => [
  {
    key: 'state',
    title: t('notifications.state'),
    options: (['unread', 'read'] as const).map((value) => ({
      value,
      label: t(`notifications.state.${value}`),
      text: t(`notifications.state.${value}`),
      query: { isRead: value === 'read' },
    })),
  },
  {
    key: 'severity',
    title: t('notifications.severity'),
    options: severities.map((value) => ({
      value,
      label: <Mark look={severityLooks[value]}>{t(`notifications.severity.${value}`)}</Mark>,
      text: t(`notifications.severity.${value}`),
      query: { severity: value },
    })),
  },
  {
    key: 'type',
    title: t('notifications.type'),
    options: knownTypes.map((value) => ({
      value,
      label: t(`notifications.type.${value}`),
      text: t(`notifications.type.${value}`),
      query: { type: value },
    })),
  },
]

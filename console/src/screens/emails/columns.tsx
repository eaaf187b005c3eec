/** The columns and filters of the list of mails. */
import type { I18n } from '../../i18n/i18n.tsx'
import { idIn } from '../../ui/address.ts'
import { Ago, Hidden } from '../../ui/Facts.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import type { Filter } from '../../ui/list/list-filters.ts'
import { Mark } from '../../ui/shown/Mark.tsx'
import { type Email, emailLooks, emailStates, nameOf } from './email.ts'

export function columnsOf({ t }: I18n): Column<Email>[] {
  return [
    {
      key: 'name',
      title: t('emails.mail'),
      isPrimary: true,
      cell: (email) => (
        <span className="who">
          <span>
            <b>
              <span className="cut" dir="auto">
                {nameOf(email)}
              </span>
            </b>
            {email.to === undefined ? (
              <Hidden />
            ) : (
              <small className="cut" dir="ltr">
                {email.to}
              </small>
            )}
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      title: t('emails.state'),
      width: '140px',
      cell: ({ status, bounceType }) => (
        <Mark look={bounceType ? { icon: 'alert', tone: 'amber' } : emailLooks[status]}>
          {bounceType ? t('emails.bounced') : t(`emails.is.${status}`)}
        </Mark>
      ),
    },
    {
      key: 'role',
      title: t('emails.template'),
      width: '20%',
      cell: ({ templateName }) => (
        <span className="cut dim" dir="auto">
          {templateName}
        </span>
      ),
    },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      width: '18%',
      cell: ({ tenantName }) => (
        <span className="cut dim" dir="auto">
          {tenantName ?? t('name.platform')}
        </span>
      ),
    },
    { key: 'seen', title: t('emails.made'), sort: 'createdAt', width: '126px', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  ]
}

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/** @param dayName of a day of the service: `2026-11-24` */
export const filtersOf = ({ t }: Pick<I18n, 't'>, dayName: (day: string) => string): Filter[] => [
  {
    key: 'status',
    title: t('emails.state'),
    options: emailStates.map((value) => ({
      value,
      label: <Mark look={emailLooks[value]}>{t(`emails.is.${value}`)}</Mark>,
      text: t(`emails.is.${value}`),
      query: { status: value },
    })),
  },
  {
    key: 'bounced',
    title: t('emails.bounced'),
    options: (['yes', 'no'] as const).map((value) => ({
      value,
      label: t(`fact.${value}`),
      text: t(`fact.${value}`),
      query: { bounced: value === 'yes' },
    })),
  },
  { key: 'from', title: t('emails.since'), param: 'dateFrom', accepts: isDay, nameOf: dayName },
  { key: 'batch', title: t('emails.batch'), param: 'batchId', accepts: (value) => idIn(value) !== undefined },
]

/** The columns and filters of the list of subscriptions. */
import type { I18n } from '../../i18n/i18n.tsx'
import { Ago } from '../../ui/Facts.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import type { Filter } from '../../ui/list/list-filters.ts'
import { Mark } from '../../ui/shown/Mark.tsx'
import { TenantCell } from '../../ui/shown/TenantCell.tsx'
import { nameOf, stateLooks, stateOf, type Webhook } from './webhook.ts'

export function columnsOf({ t, number }: I18n): Column<Webhook>[] {
  return [
    {
      key: 'name',
      title: t('webhooks.url'),
      sort: 'url',
      isPrimary: true,
      cell: (webhook) => (
        <span className="who">
          <span>
            <b>
              <span className="cut" dir="ltr" title={webhook.url}>
                {nameOf(webhook)}
              </span>
            </b>
            {webhook.description && (
              <small className="cut" dir="auto">
                {webhook.description}
              </small>
            )}
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      title: t('webhooks.state'),
      sort: 'isActive',
      width: '128px',
      cell: (webhook) => <Mark look={stateLooks[stateOf(webhook)]}>{t(`webhooks.is.${stateOf(webhook)}`)}</Mark>,
    },
    {
      key: 'role',
      title: t('webhooks.eventsOf'),
      width: '20%',
      cell: ({ events }) => (
        <span className="cut dim" dir="auto" title={events.join(', ')}>
          {events.includes('*') ? t('webhooks.allEvents') : events.join(', ')}
        </span>
      ),
    },
    {
      key: 'tenant',
      title: t('fact.tenant'),
      width: '16%',
      cell: ({ tenantId, tenantName }) => <TenantCell tenantId={tenantId} tenantName={tenantName} />,
    },
    {
      key: '2fa',
      title: t('webhooks.day'),
      width: '128px',
      cell: ({ stats24h: { total, successRate } }) =>
        total === 0 ? (
          <span className="off">{t('webhooks.noneSent')}</span>
        ) : (
          <span className="dim">{t('webhooks.rate', { total: number(total), rate: number(Math.round(successRate ?? 0)) })}</span>
        ),
    },
    { key: 'seen', title: t('webhooks.last'), width: '126px', cell: ({ lastDeliveryAt }) => <Ago at={lastDeliveryAt} /> },
  ]
}

export const filtersOf = ({ t }: Pick<I18n, 't'>): Filter[] => [
  {
    key: 'active',
    title: t('webhooks.state'),
    options: (['on', 'off'] as const).map((value) => ({
      value,
      label: <Mark look={stateLooks[value]}>{t(`webhooks.is.${value}`)}</Mark>,
      text: t(`webhooks.is.${value}`),
      query: { isActive: value === 'on' },
    })),
  },
]

/** The columns and filters of what a subscription was told. */
import { Select } from '@mantine/core'
import { type I18n, useI18n } from '../../i18n/i18n.tsx'
import { Ago } from '../../ui/Facts.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import type { Filter } from '../../ui/list/list-filters.ts'
import { Mark } from '../../ui/shown/Mark.tsx'
import { Countdown } from './Countdown.tsx'
import { isEventName } from './events.ts'
import { useEventTypes } from './use-event-types.ts'
import { type Delivery, deliveryLooks, deliveryStates } from './webhook.ts'

export function deliveryColumnsOf({ t, number }: I18n): Column<Delivery>[] {
  return [
    {
      key: 'name',
      title: t('webhooks.event'),
      isPrimary: true,
      cell: ({ event, eventId, isTest }) => (
        <span className="who">
          <span>
            <b>
              <span className="cut" dir="ltr">
                {event}
              </span>
              {isTest && <span className="tag">{t('webhooks.isTest')}</span>}
            </b>
            <small className="cut mono" dir="ltr">
              {eventId}
            </small>
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      title: t('webhooks.state'),
      width: '150px',
      cell: ({ status, nextAttemptAt }) => (
        <Mark look={deliveryLooks[status]}>
          {t(`webhooks.delivery.${status}`)} {nextAttemptAt && <Countdown to={nextAttemptAt} />}
        </Mark>
      ),
    },
    {
      key: 'role',
      title: t('webhooks.answer'),
      width: '18%',
      cell: ({ httpStatus, error }) =>
        httpStatus === null ? (
          <span className="dim cut" dir="auto" title={error ?? undefined}>
            {error ?? t('webhooks.noAnswer')}
          </span>
        ) : (
          <code dir="ltr">{httpStatus}</code>
        ),
    },
    {
      key: '2fa',
      title: t('webhooks.attempts'),
      width: '104px',
      cell: ({ attemptNumber, maxAttempts }) => (
        <span className="dim">{t('webhooks.ofAttempts', { count: attemptNumber, most: number(maxAttempts) })}</span>
      ),
    },
    { key: 'seen', title: t('webhooks.made'), sort: 'createdAt', width: '126px', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  ]
}

export const deliveryFiltersOf = ({ t }: Pick<I18n, 't'>): Filter[] => [
  {
    key: 'status',
    title: t('webhooks.state'),
    options: deliveryStates.map((value) => ({
      value,
      label: <Mark look={deliveryLooks[value]}>{t(`webhooks.delivery.${value}`)}</Mark>,
      text: t(`webhooks.delivery.${value}`),
      query: { status: value },
    })),
  },
  {
    key: 'answer',
    title: t('webhooks.answer'),
    options: (['2xx', '3xx', '4xx', '5xx', 'none'] as const).map((value) => {
      const text = value === 'none' ? t('webhooks.noAnswer') : value
      return { value, label: text, text, query: { httpStatusClass: value } }
    }),
  },
  {
    key: 'test',
    title: t('webhooks.isTest'),
    options: (['yes', 'no'] as const).map((value) => ({
      value,
      label: t(`fact.${value}`),
      text: t(`fact.${value}`),
      query: { isTest: value === 'yes' },
    })),
  },
  {
    key: 'event',
    title: t('webhooks.event'),
    param: 'event',
    accepts: isEventName,
    field: (value, onChange) => <EventSelect value={value ?? null} onChange={(chosen) => onChange(chosen ?? undefined)} />,
  },
]

/** One event of the catalogue. */
export function EventSelect({ value, onChange }: { value: string | null; onChange(value: string | null): void }) {
  const { t } = useI18n()
  const query = useEventTypes()
  return (
    <Select
      label={t('webhooks.event')}
      data={(query.data ?? []).map(({ name }) => name)}
      value={value}
      onChange={onChange}
      searchable
      clearable
      dir="ltr"
      comboboxProps={{ withinPortal: false }}
    />
  )
}

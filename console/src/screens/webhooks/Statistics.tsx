import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { oneOf } from '../../ui/address.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { StepBars } from '../../ui/shown/StepBars.tsx'

const ranges = ['24h', '7d', '30d'] as const

/** How deliveries ended, by the hour or by the day. */
export function Statistics({ id }: { id: string }) {
  const { t, number } = useI18n()
  const navigate = useNavigate()
  const address = useSearch({ strict: false }) as { range?: string }
  const range = oneOf(ranges, address.range) ?? '24h'
  const query = useQuery({ ...ask('getWebhookStatistics', { path: { id }, query: { range } }), placeholderData: keepPreviousData })
  const read = query.data
  const go = (value: string) => void navigate({ to: '.', search: { range: value === '24h' ? undefined : value } as never, replace: true })
  return (
    <div className="stack">
      <Segments
        label={t('webhooks.range')}
        value={range}
        options={ranges.map((value) => ({ value, label: t(`webhooks.range.${value}`) }))}
        onChange={go}
      />
      {query.isError && !read && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {!read && !query.isError && <div className="lines" aria-busy="true" />}
      {read && (
        <>
          <dl className="figures">
            <Figure label={t('webhooks.ended')} value={number(read.total)} />
            <Figure label={t('webhooks.delivery.Delivered')} value={number(read.delivered)} />
            <Figure label={t('webhooks.delivery.Failed')} value={number(read.failed)} />
            <Figure label={t('webhooks.successRate')} value={read.successRate === null ? '–' : `${number(read.successRate)} %`} />
          </dl>
          <StepBars
            label={t('webhooks.tab.statistics')}
            isHourly={read.range === '24h'}
            steps={read.series.map(({ at, delivered, failed }) => ({ at, values: [delivered, failed] }))}
            series={[
              { title: t('webhooks.delivery.Delivered'), tone: 'green' },
              { title: t('webhooks.delivery.Failed'), tone: 'red' },
            ]}
          />
        </>
      )}
    </div>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { DailyBars } from '../../ui/charts/DailyBars.tsx'
import { useDayNames } from '../../ui/charts/day-names.ts'
import { TableToggle } from '../../ui/charts/TableToggle.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useWithin } from '../../ui/within.ts'

type Stats = Reply<'getEmailStats'>

/** How many mails left, failed and came back; the list can do without it. Each number shows the mails that it counts. */
export function MailStats({ onGo }: { onGo(filter: Readonly<Record<string, string | undefined>>): void }) {
  const { t, number } = useI18n()
  const within = useWithin()
  const query = useQuery(ask('getEmailStats', { query: { ...(within && { within }) } }))
  const [isOpen, setOpen] = useState(false)
  const stats = query.data
  if (query.error && !stats)
    return (
      <div className="mail-stats" role="status">
        <span className="dim">{t('list.failed')}</span>
        <Button variant="default" size="xs" onClick={() => void query.refetch()}>
          {t('list.retry')}
        </Button>
      </div>
    )
  // the list is of a year
  const from = stats?.series[0]?.date
  const figures = [
    { key: 'sent', title: t('emails.is.sent'), n: stats?.sent, filter: { status: 'sent', from } },
    { key: 'waiting', title: t('emails.waiting'), n: stats && stats.queued + stats.scheduled, filter: null },
    { key: 'failed', title: t('emails.is.failed'), n: stats?.failed, filter: { status: 'failed', from } },
    // to the list a complaint is one that came back, too
    { key: 'bounced', title: t('emails.returned'), n: stats && stats.bounced + stats.complaints, filter: { bounced: 'yes', from } },
  ] as const
  return (
    <section className="mail-stats" aria-label={t('emails.stats')} aria-busy={stats === undefined}>
      <span className="dim">{t('emails.stats')}</span>
      {figures.map(({ key, title, n, filter }) => (
        <span key={key} className="mail-stat">
          {title}{' '}
          {filter && n !== undefined ? (
            <button type="button" className="quiet-link" aria-label={`${title} ${number(n)}`} onClick={() => onGo(filter)}>
              {number(n)}
            </button>
          ) : (
            <b>{n === undefined ? '–' : number(n)}</b>
          )}
        </span>
      ))}
      {stats && (
        <span className="mail-stat">
          {t('emails.rate')} <b>{t('emails.percent', { n: stats.bounceRate })}</b>
        </span>
      )}
      <span className="grow" />
      {stats && (
        <Button variant="subtle" size="xs" leftSection={<Icon name="chart" size={14} />} onClick={() => setOpen(true)}>
          {t('emails.byDay')}
        </Button>
      )}
      {isOpen && stats && <ByDay stats={stats} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** The same day by day, by the days of the service. */
function ByDay({ stats: { series, sent, failed, bounced }, onClose }: { stats: Stats; onClose(): void }) {
  const { t } = useI18n()
  const names = useDayNames()
  const [isTable, setTable] = useState(false)
  const label = t('emails.byDayLabel', {
    ...{ sent, failed, bounced },
    from: names.long(series[0]?.date ?? ''),
    to: names.long(series.at(-1)?.date ?? ''),
  })
  return (
    <Modal opened onClose={onClose} title={t('emails.stats')} size="xl" closeButtonProps={{ 'aria-label': t('act.close') }}>
      <div className="stack">
        <div className="line">
          <span className="grow" />
          <TableToggle name={t('emails.stats')} isTable={isTable} onChange={setTable} />
        </div>
        <DailyBars
          label={label}
          days={series.map((day) => ({ date: day.date, counts: [day.sent, day.failed, day.bounced] }))}
          parts={[
            { title: t('emails.is.sent'), tone: 'accent' },
            { title: t('emails.is.failed'), tone: 'red' },
            { title: t('emails.bounced'), tone: 'amber' },
          ]}
          isTable={isTable}
        />
      </div>
    </Modal>
  )
}

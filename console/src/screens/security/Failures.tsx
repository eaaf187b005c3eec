import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import { CsvButton } from '../../ui/charts/CsvButton.tsx'
import { DailyBars } from '../../ui/charts/DailyBars.tsx'
import { useDayNames } from '../../ui/charts/day-names.ts'
import { type Period, sinceOf, useLogins } from '../../ui/charts/period.ts'
import { TableToggle } from '../../ui/charts/TableToggle.tsx'

/** Sign-ins that failed, day by day. */
export function Failures({ period }: { period: Period }) {
  const { t, number } = useI18n()
  const names = useDayNames()
  const [isTable, setTable] = useState(false)
  const query = useLogins(period)
  const days = (query.data?.days ?? []).slice(-period.days)
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  const title = t('security.overTime')
  return (
    <Card
      title={title}
      query={query}
      lines={8}
      tools={
        <span className="card-tools">
          <CsvButton name={title} file="failed-sign-ins" rows={[[t('chart.day'), title], ...days.map((day) => [day.date, day.failed])]} />
          <TableToggle name={title} isTable={isTable} onChange={setTable} />
        </span>
      }
    >
      {() => (
        <>
          <div className="sums">
            <span className="sum">
              <ScreenLink to="/audit" search={{ action: 'auth.login.failed', from: sinceOf(period) }} className="figure-link">
                <span className="legend" data-tone="red">
                  {t('security.failed')}
                </span>{' '}
                <b>{number(failed)}</b>
              </ScreenLink>
            </span>
          </div>
          <DailyBars
            label={t('security.overTimeLabel', {
              count: failed,
              from: names.long(days[0]?.date ?? ''),
              to: names.long(days.at(-1)?.date ?? ''),
            })}
            parts={[{ title: t('security.failed'), tone: 'red' }]}
            days={days.map((day) => ({ date: day.date, counts: [day.failed] }))}
            isTable={isTable}
          />
        </>
      )}
    </Card>
  )
}

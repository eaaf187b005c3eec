import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import { CsvButton } from '../../ui/charts/CsvButton.tsx'
import { DailyBars } from '../../ui/charts/DailyBars.tsx'
import { useDayNames } from '../../ui/charts/day-names.ts'
import { type Period, sinceOf, useLogins } from '../../ui/charts/period.ts'
import { changeOf } from '../../ui/charts/scale.ts'
import { TableToggle } from '../../ui/charts/TableToggle.tsx'

interface Day {
  readonly date: string
  readonly successful: number
  readonly failed: number
}

const totals = (days: readonly Day[]) =>
  days.reduce((sum, day) => ({ good: sum.good + day.successful, bad: sum.bad + day.failed }), { good: 0, bad: 0 })

/** Sign-ins that succeeded and failed, day by day, and whether they are more than before. */
export function Logins({ period }: { period: Period }) {
  const { t, number } = useI18n()
  const names = useDayNames()
  const [isTable, setTable] = useState(false)
  const query = useLogins(period)
  const all = query.data?.days ?? []
  const days = all.slice(-period.days)
  const before = all.slice(-2 * period.days, -period.days)
  const { good, bad } = totals(days)
  const title = t('dashboard.logins')
  const since = { from: sinceOf(period) }
  const parts = [
    { title: t('dashboard.succeeded'), tone: 'accent' },
    { title: t('dashboard.failed'), tone: 'red' },
  ] as const
  return (
    <Card
      title={title}
      query={query}
      lines={8}
      hint={before.length === period.days && <Delta now={good} before={totals(before).good} days={period.days} />}
      tools={
        <span className="card-tools">
          <CsvButton
            name={title}
            file="sign-ins"
            rows={[[t('chart.day'), parts[0].title, parts[1].title], ...days.map((day) => [day.date, day.successful, day.failed])]}
          />
          <TableToggle name={title} isTable={isTable} onChange={setTable} />
        </span>
      }
    >
      {() => (
        <>
          <div className="sums">
            {[
              { ...parts[0], n: good, action: 'auth.login.succeeded' },
              { ...parts[1], n: bad, action: 'auth.login.failed' },
            ].map((one) => (
              <span key={one.action} className="sum">
                <ScreenLink to="/audit" search={{ action: one.action, ...since }} className="figure-link">
                  <span className="legend" data-tone={one.tone}>
                    {one.title}
                  </span>{' '}
                  <b>{number(one.n)}</b>
                </ScreenLink>
              </span>
            ))}
          </div>
          <DailyBars
            label={t('dashboard.loginsLabel', {
              good,
              bad,
              from: names.long(days[0]?.date ?? ''),
              to: names.long(days.at(-1)?.date ?? ''),
            })}
            parts={parts}
            days={days.map(({ date, successful, failed }) => ({ date, counts: [successful, failed] }))}
            isTable={isTable}
          />
        </>
      )}
    </Card>
  )
}

function Delta({ now, before, days }: { now: number; before: number; days: number }) {
  const { t } = useI18n()
  const change = changeOf(now, before)
  if (change === null) return null
  return t(change === 0 ? 'dashboard.same' : change > 0 ? 'dashboard.more' : 'dashboard.fewer', { percent: Math.abs(change), count: days })
}

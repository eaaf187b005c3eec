import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { ChartTable } from './ChartTable.tsx'
import { useDayNames } from './day-names.ts'
import { fromLeft, labelsOf, slotsOf, stackOf, ticksOf } from './scale.ts'

export interface Part {
  readonly title: string
  readonly tone: 'accent' | 'red' | 'amber'
}

interface Props {
  /** What is shown, in one sentence: whoever sees no picture hears it. */
  readonly label: string
  /** The oldest first, `2026-11-24`, with one number for each part. */
  readonly days: readonly { readonly date: string; readonly counts: readonly number[] }[]
  readonly parts: readonly Part[]
  readonly isTable: boolean
}

/** A bar for each day, its parts one upon the other; or the same as a table. */
export function DailyBars({ label, days, parts, isTable }: Props) {
  const { t, number, language } = useI18n()
  const names = useDayNames()
  const [shown, setShown] = useState<number | null>(null)
  if (isTable)
    return (
      <ChartTable
        label={label}
        head={[t('chart.day'), ...parts.map(({ title }) => title)]}
        rows={days.map(({ date, counts }) => ({ key: date, cells: [names.long(date), ...counts.map(number)] })).reverse()}
      />
    )
  const isMirrored = language === 'ar'
  const ticks = ticksOf(Math.max(...days.map(({ counts }) => sum(counts))))
  const most = ticks.at(-1) ?? 1
  const slots = slotsOf(days.length)
  const day = shown === null ? undefined : days[shown]
  const middle = (at: number) => (100 * (at + 0.5)) / days.length
  return (
    <div className="bars">
      <div className="bars-plot">
        {ticks.map((tick) => (
          <span key={tick} className="bars-tick" style={{ bottom: `${(100 * tick) / most}%` }} aria-hidden="true">
            {number(tick)}
          </span>
        ))}
        <div className="bars-area">
          <svg role="img" aria-label={label} width="100%" height="100%" onMouseLeave={() => setShown(null)}>
            {days.map(({ date, counts }, at) => {
              const { start, width } = slots[at] ?? { start: 0, width: 0 }
              const full = 100 / days.length
              return (
                // biome-ignore lint/a11y/noStaticElementInteractions: what is pointed at is told; the table says it to everybody
                <g key={date} data-day={date} onMouseEnter={() => setShown(at)}>
                  <rect
                    className="bars-hit"
                    data-on={shown === at || undefined}
                    {...box(fromLeft(at * full, full, isMirrored), full, 0, 100)}
                  />
                  {stackOf(counts, most).map(({ from, to }, part) => (
                    <rect
                      key={parts[part]?.title}
                      data-tone={parts[part]?.tone}
                      rx="1.5"
                      {...box(fromLeft(start, width, isMirrored), width, from, to)}
                    />
                  ))}
                </g>
              )
            })}
          </svg>
          {day && shown !== null && (
            <div
              className="bars-tip"
              data-end={middle(shown) > 50 || undefined}
              style={{ insetInlineStart: `${middle(shown)}%` }}
              aria-hidden="true"
            >
              <b>{names.long(day.date)}</b>
              {parts.map(({ title, tone }, part) => (
                <span key={title} className="legend" data-tone={tone}>
                  {title} <i>{number(day.counts[part] ?? 0)}</i>
                </span>
              ))}
            </div>
          )}
        </div>
      </div>
      <div className="bars-days" aria-hidden="true">
        {labelsOf(days.length, 6).map((at) => (
          <span key={at} style={{ insetInlineStart: `${middle(at)}%` }}>
            {names.short(days[at]?.date ?? '')}
          </span>
        ))}
      </div>
    </div>
  )
}

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)

/** A rectangle from `from` to `to` percent above the ground. */
const box = (x: number, width: number, from: number, to: number) => ({
  x: `${x}%`,
  width: `${width}%`,
  y: `${100 - to}%`,
  height: `${to - from}%`,
})

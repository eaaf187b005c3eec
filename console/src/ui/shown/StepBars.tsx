import type { CSSProperties } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { useDayNames } from '../charts/day-names.ts'

interface Props {
  readonly label: string
  readonly isHourly: boolean
  readonly steps: readonly { readonly at: string; readonly values: readonly number[] }[]
  readonly series: readonly { readonly title: string; readonly tone: 'green' | 'red' | 'amber' | 'grey' }[]
}

/** Bars of hours or days, one above the other for each series, from the start of the line to its end; the same numbers as a table below. */
export function StepBars({ label, isHourly, steps, series }: Props) {
  const { t, number, moment } = useI18n()
  const days = useDayNames()
  const most = Math.max(1, ...steps.map(({ values }) => values.reduce((sum, value) => sum + value, 0)))
  // a day is one of the service, which counts by UTC: to the west of it the moment it begins with is of the day before
  const when = (at: string) => (isHourly ? moment(at) : days.long(at.slice(0, 10)))
  return (
    <figure className="step-bars">
      <figcaption>
        {series.map(({ title, tone }) => (
          <span key={title} data-tone={tone}>
            {title}
          </span>
        ))}
      </figcaption>
      <div className="step-box" aria-hidden="true">
        {steps.map(({ at, values }) => (
          <div key={at} className="step" title={when(at)}>
            {values.map((value, index) => (
              <i
                key={series[index]?.title}
                data-tone={series[index]?.tone}
                style={{ '--part': `${(value / most) * 100}%` } as CSSProperties}
              />
            ))}
          </div>
        ))}
      </div>
      <details>
        <summary>{t('bars.table')}</summary>
        <div className="wide">
          <table className="compare" aria-label={label}>
            <thead>
              <tr>
                <th scope="col">{t('bars.when')}</th>
                {series.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {steps.map(({ at, values }) => (
                <tr key={at}>
                  <th scope="row">{when(at)}</th>
                  {values.map((value, index) => (
                    <td key={series[index]?.title}>{number(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

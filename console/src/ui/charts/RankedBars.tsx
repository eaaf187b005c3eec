import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { ChartTable } from './ChartTable.tsx'
import { fromLeft } from './scale.ts'

export interface Ranked {
  readonly key: string
  /** Code, or an address: read from the left. */
  readonly name: string
  readonly count: number
  /** Further words below the name. */
  readonly sub?: ReactNode
  /** Numbers of the table beyond the count. */
  readonly more?: readonly string[]
}

interface Props {
  readonly label: string
  /** Titles of the table: the name, the count, and what is more. */
  readonly head: readonly string[]
  readonly items: readonly Ranked[]
  /** How many are drawn; the table has all. */
  readonly most?: number
  readonly tone?: 'accent' | 'red' | 'amber'
  readonly isTable: boolean
  /** Makes the name a way to what was counted. */
  linkOf?(item: Ranked, name: ReactNode): ReactNode
}

/** What there is most of, the longest bar first; or the same as a table. */
export function RankedBars({ label, head, items, most = 8, tone = 'accent', isTable, linkOf }: Props) {
  const { number, language } = useI18n()
  if (isTable)
    return (
      <ChartTable
        label={label}
        head={head}
        isCode
        rows={items.map(({ key, name, count, more = [] }) => ({ key, cells: [name, number(count), ...more] }))}
      />
    )
  const top = Math.max(1, ...items.map(({ count }) => count))
  return (
    <ol className="ranked" aria-label={label}>
      {items.slice(0, most).map((item) => {
        const width = (100 * item.count) / top
        const name = (
          <code className="cut" dir="ltr" title={item.name}>
            {item.name}
          </code>
        )
        return (
          <li key={item.key}>
            <span className="ranked-name">{linkOf ? linkOf(item, name) : name}</span>
            <span className="ranked-count">{number(item.count)}</span>
            <svg aria-hidden="true" width="100%" height="4">
              <rect className="ranked-ground" width="100%" height="4" rx="2" />
              <rect data-tone={tone} x={`${fromLeft(0, width, language === 'ar')}%`} width={`${width}%`} height="4" rx="2" />
            </svg>
            {item.sub && <small>{item.sub}</small>}
          </li>
        )
      })}
    </ol>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { type Period, placeOf } from './period.ts'

/** What of the last day, and of now, is to be looked at. */
export const useWorries = (period: Period) => useQuery(ask('getSecurityEvents', { query: placeOf(period) }))

interface Worry {
  readonly title: string
  readonly count: number
  /** Where there are any. */
  readonly tone: 'red' | 'amber'
  /** How it came to that. */
  readonly course?: ReactNode
  /** Makes the line a way to the list of what its number counts. */
  linkOf?(name: ReactNode): ReactNode
}

/** The log of the failures of the last day, as its address says it. */
export const lastDayFailures = () => ({ action: 'auth', outcome: 'failure', from: new Date(Date.now() - dayMs).toISOString() })
const dayMs = 86_400_000

/** Numbers of which each should be none. */
export function Worries({ of }: { of: readonly Worry[] }) {
  const { number } = useI18n()
  return (
    <dl className="worries">
      {of.map(({ title, count, tone, course, linkOf = (name) => name }) => (
        <div key={title}>
          <dt>{linkOf(title)}</dt>
          <dd data-tone={count > 0 ? tone : undefined}>
            {course}
            {number(count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { daysAgo } from '../days/days.ts'
import { Card } from './Card.tsx'
import { CsvButton } from './CsvButton.tsx'
import { failedFrom } from './failed-from.ts'
import { type Period, placeOf } from './period.ts'
import { RankedBars } from './RankedBars.tsx'
import { TableToggle } from './TableToggle.tsx'

interface Props {
  readonly period: Period
  readonly limit: number
  /** Makes an address a way to what failed from there: `search` is that of the log. */
  linkOf(search: Readonly<Record<string, string>>, name: ReactNode): ReactNode
}

/** Addresses from where most attempts failed. */
export function AddressCard({ period, limit, linkOf }: Props) {
  const { t, ago, moment } = useI18n()
  const isOfAll = useStart().me?.tenantId === null && period.within === undefined
  const [isTable, setTable] = useState(false)
  const query = useQuery({
    ...ask('listTopBlockedIps', { query: { days: period.days, limit, ...placeOf(period) } }),
    placeholderData: keepPreviousData,
  })
  const title = t('addresses.title')
  const head = [t('addresses.address'), t('addresses.attempts'), t('addresses.last')]
  return (
    <Card
      title={title}
      query={query}
      tools={
        <span className="card-tools">
          <CsvButton
            name={title}
            file="addresses"
            rows={[head, ...(query.data?.items ?? []).map((one) => [one.ipAddress, one.attempts, one.lastAttemptAt])]}
          />
          <TableToggle name={title} isTable={isTable} onChange={setTable} />
        </span>
      }
    >
      {({ items, otherAttempts }) => (
        <>
          {items.length === 0 ? (
            <p className="dim">{t('addresses.none')}</p>
          ) : (
            <RankedBars
              label={title}
              head={head}
              tone="red"
              items={items.map(({ ipAddress, attempts, lastAttemptAt }) => ({
                key: ipAddress,
                name: ipAddress,
                count: attempts,
                sub: t('addresses.lastAt', { ago: ago(lastAttemptAt) }),
                more: [moment(lastAttemptAt)],
              }))}
              isTable={isTable}
              most={limit}
              // of days in UTC, whatever zone the other cards are of
              linkOf={({ name }, shown) => linkOf(failedFrom(name, daysAgo(period.days, 'UTC').toISOString(), isOfAll), shown)}
            />
          )}
          {otherAttempts > 0 && <p className="dim">{t('addresses.others', { count: otherAttempts })}</p>}
        </>
      )}
    </Card>
  )
}

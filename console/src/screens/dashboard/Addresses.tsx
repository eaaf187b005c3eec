import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import { RankedBars } from '../../ui/charts/RankedBars.tsx'
import { TableToggle } from '../../ui/charts/TableToggle.tsx'
import { CsvButton } from './CsvButton.tsx'
import { type Period, placeOf, sinceOf } from './period.ts'

/** Addresses from where most attempts failed. */
export function Addresses({ period }: { period: Period }) {
  const { t, ago, moment } = useI18n()
  const [isTable, setTable] = useState(false)
  const query = useQuery({
    ...ask('listTopBlockedIps', { query: { days: period.days, limit: 5, ...placeOf(period) } }),
    placeholderData: keepPreviousData,
  })
  const title = t('dashboard.addresses')
  const head = [t('dashboard.address'), t('dashboard.attempts'), t('dashboard.last')]
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
            <p className="dim">{t('dashboard.noAddresses')}</p>
          ) : (
            <RankedBars
              label={title}
              head={head}
              tone="red"
              items={items.map(({ ipAddress, attempts, lastAttemptAt }) => ({
                key: ipAddress,
                name: ipAddress,
                count: attempts,
                sub: t('dashboard.lastAt', { ago: ago(lastAttemptAt) }),
                more: [moment(lastAttemptAt)],
              }))}
              isTable={isTable}
              linkOf={({ name }, shown) => (
                <ScreenLink to="/audit" search={{ search: name, from: sinceOf(period) }}>
                  {shown}
                </ScreenLink>
              )}
            />
          )}
          {otherAttempts > 0 && <p className="dim">{t('dashboard.others', { count: otherAttempts })}</p>}
        </>
      )}
    </Card>
  )
}

import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import { CsvButton } from '../../ui/charts/CsvButton.tsx'
import { type Period, sinceOf, useEvents } from '../../ui/charts/period.ts'
import { RankedBars } from '../../ui/charts/RankedBars.tsx'
import { TableToggle } from '../../ui/charts/TableToggle.tsx'

/** Which events there were most of. */
export function Events({ period }: { period: Period }) {
  const { t } = useI18n()
  const [isTable, setTable] = useState(false)
  const query = useEvents(period)
  const title = t('dashboard.events')
  const head = [t('dashboard.action'), t('dashboard.count')]
  return (
    <Card
      title={title}
      query={query}
      lines={8}
      tools={
        <span className="card-tools">
          <CsvButton name={title} file="events" rows={[head, ...(query.data?.items ?? []).map(({ action, count }) => [action, count])]} />
          <TableToggle name={title} isTable={isTable} onChange={setTable} />
        </span>
      }
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className="dim">{t('dashboard.noEvents')}</p>
        ) : (
          <RankedBars
            label={title}
            head={head}
            items={items.map(({ action, count }) => ({ key: action, name: action, count }))}
            isTable={isTable}
            linkOf={({ name }, shown) => (
              <ScreenLink to="/audit" search={{ action: name, from: sinceOf(period) }}>
                {shown}
              </ScreenLink>
            )}
          />
        )
      }
    </Card>
  )
}

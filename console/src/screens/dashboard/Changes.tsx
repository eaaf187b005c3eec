import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import { type Period, placeOf } from '../../ui/charts/period.ts'
import { Ago } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'

const shown = 8

/** What was made, changed and deleted last, each of which leads to its entry in the log. */
export function Changes({ period }: { period: Period }) {
  const { t } = useI18n()
  const query = useQuery(ask('listRecentChanges', { query: { pageSize: shown, ...placeOf(period) } }))
  return (
    <Card
      title={t('dashboard.changes')}
      query={query}
      lines={8}
      tools={
        <ScreenLink to="/audit" className="quiet-link" isAll>
          {t('dashboard.seeAll')}
        </ScreenLink>
      }
    >
      {({ items }) =>
        items.length === 0 ? (
          <p className="dim">{t('dashboard.noChanges')}</p>
        ) : (
          <ol className="log">
            {items.map(({ id, action, entityName, actorName, timestamp }) => (
              <li key={id}>
                <span className="log-dot">
                  <Icon name="check" size={11} />
                </span>
                <span className="log-text">
                  <ScreenLink to="/audit" search={{ open: id }}>
                    <code dir="ltr">{action}</code>
                  </ScreenLink>
                  <small>
                    {entityName && <bdi>{entityName}</bdi>}
                    {entityName && actorName && <span className="dot" />}
                    {actorName && <bdi>{t('dashboard.by', { name: actorName })}</bdi>}
                  </small>
                </span>
                <Ago at={timestamp} />
              </li>
            ))}
          </ol>
        )
      }
    </Card>
  )
}

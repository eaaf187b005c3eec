import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import type { Period } from '../../ui/charts/period.ts'
import { Ago } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useNow } from './Now.tsx'

const icons = { success: 'check', failure: 'alert', denied: 'blocked' } as const

/** The newest failures and refusals, each of which leads to its entry in the log. */
export function Recent({ period }: { period: Period }) {
  const { t } = useI18n()
  const query = useNow(period)
  return (
    <Card title={t('security.recent')} hint={t('security.recentHint')} query={query} lines={8}>
      {({ recent }) =>
        recent.length === 0 ? (
          <p className="dim">{t('security.noRecent')}</p>
        ) : (
          <ol className="log">
            {recent.map(({ id, action, outcome, actorName, entityName, ipAddress, timestamp }) => (
              <li key={id} data-outcome={outcome}>
                <span className="log-dot">
                  <Icon name={icons[outcome]} size={11} />
                </span>
                <span className="log-text">
                  <ScreenLink to="/audit" search={{ open: id }}>
                    <code dir="ltr">{action}</code>
                  </ScreenLink>
                  <small>
                    {(actorName ?? entityName) && <bdi>{actorName ?? entityName}</bdi>}
                    {(actorName ?? entityName) && ipAddress && <span className="dot" />}
                    {ipAddress && <bdi dir="ltr">{ipAddress}</bdi>}
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

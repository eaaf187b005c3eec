import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import type { Period } from '../../ui/charts/period.ts'
import { useWorries } from '../../ui/charts/Worries.tsx'
import { fromAddress, LogLine } from '../../ui/shown/LogLine.tsx'

/** The newest failures and refusals, each of which leads to its entry in the log. */
export function Recent({ period }: { period: Period }) {
  const { t } = useI18n()
  return (
    <Card title={t('security.recent')} hint={t('security.recentHint')} query={useWorries(period)} lines={8}>
      {({ recent }) =>
        recent.length === 0 ? (
          <p className="dim">{t('security.noRecent')}</p>
        ) : (
          <ol className="log">
            {recent.map(({ id, action, outcome, actorName, entityName, ipAddress, timestamp }) => (
              <LogLine
                key={id}
                outcome={outcome}
                at={timestamp}
                what={
                  <ScreenLink to="/audit" search={{ open: id }}>
                    <code dir="ltr">{action}</code>
                  </ScreenLink>
                }
                details={[(actorName ?? entityName) && <bdi>{actorName ?? entityName}</bdi>, fromAddress(ipAddress)]}
              />
            ))}
          </ol>
        )
      }
    </Card>
  )
}

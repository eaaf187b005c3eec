import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import { type Period, placeOf, useLogins } from '../../ui/charts/period.ts'
import { SparkLine } from '../../ui/charts/SparkLine.tsx'

/** What should worry somebody: failures, locked accounts, addresses that try again and again. */
export function Security({ period }: { period: Period }) {
  const { t, number } = useI18n()
  const query = useQuery(ask('getSecurityEvents', { query: placeOf(period) }))
  const failed = useLogins(period).data?.days.slice(-period.days)
  return (
    <Card
      title={t('dashboard.security')}
      query={query}
      tools={
        <ScreenLink to="/security" className="quiet-link" isAll>
          {t('dashboard.seeSecurity')}
        </ScreenLink>
      }
    >
      {({ bruteForceAttempts, lockedAccounts, blockedIps }) => (
        <dl className="worries">
          <div>
            <dt>{t('dashboard.failures')}</dt>
            <dd data-tone={bruteForceAttempts > 0 ? 'red' : undefined}>
              {failed && <SparkLine values={failed.map((day) => day.failed)} tone="red" />}
              {number(bruteForceAttempts)}
            </dd>
          </div>
          <div>
            <dt>{t('dashboard.locked')}</dt>
            <dd data-tone={lockedAccounts > 0 ? 'amber' : undefined}>{number(lockedAccounts)}</dd>
          </div>
          <div>
            <dt>{t('dashboard.attackers')}</dt>
            <dd data-tone={blockedIps > 0 ? 'red' : undefined}>{number(blockedIps)}</dd>
          </div>
        </dl>
      )}
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import { type Period, placeOf } from '../../ui/charts/period.ts'

/** What of the last day, and of now, is to be looked at. */
export const useNow = (period: Period) => useQuery(ask('getSecurityEvents', { query: placeOf(period) }))

/** How many failed, are locked, and try again and again. */
export function Now({ period }: { period: Period }) {
  const { t, number } = useI18n()
  const query = useNow(period)
  return (
    <Card title={t('security.now')} query={query}>
      {({ bruteForceAttempts, lockedAccounts, blockedIps }) => (
        <dl className="worries">
          {(
            [
              ['security.failures', bruteForceAttempts, 'red'],
              ['security.lockedNow', lockedAccounts, 'amber'],
              ['security.attackers', blockedIps, 'red'],
            ] as const
          ).map(([title, n, tone]) => (
            <div key={title}>
              <dt>{t(title)}</dt>
              <dd data-tone={n > 0 ? tone : undefined}>{number(n)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import type { Period } from '../../ui/charts/period.ts'
import { lastDayFailures, useWorries, Worries } from '../../ui/charts/Worries.tsx'

/** How many failed, are locked, and try again and again. */
export function Now({ period }: { period: Period }) {
  const { t } = useI18n()
  return (
    <Card title={t('security.now')} query={useWorries(period)}>
      {({ bruteForceAttempts, lockedAccounts, blockedIps }) => (
        <Worries
          of={[
            {
              title: t('security.failures'),
              count: bruteForceAttempts,
              tone: 'red',
              linkOf: (name) => (
                <ScreenLink to="/audit" search={lastDayFailures()} className="who-link">
                  {name}
                </ScreenLink>
              ),
            },
            { title: t('security.lockedNow'), count: lockedAccounts, tone: 'amber' },
            { title: t('security.attackers'), count: blockedIps, tone: 'red' },
          ]}
        />
      )}
    </Card>
  )
}

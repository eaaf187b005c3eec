import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { Card } from '../../ui/charts/Card.tsx'
import { type Period, useLogins } from '../../ui/charts/period.ts'
import { SparkLine } from '../../ui/charts/SparkLine.tsx'
import { lastDayFailures, useWorries, Worries } from '../../ui/charts/Worries.tsx'

const to = (address: string, name: ReactNode, search = {}) => (
  <ScreenLink to={address} search={search} className="who-link">
    {name}
  </ScreenLink>
)

/** What should worry somebody: failures, locked accounts, addresses that try again and again. */
export function Security({ period }: { period: Period }) {
  const { t } = useI18n()
  const failed = useLogins(period).data?.days.slice(-period.days)
  return (
    <Card
      title={t('dashboard.security')}
      query={useWorries(period)}
      tools={
        <ScreenLink to="/security" className="quiet-link" isAll>
          {t('dashboard.seeSecurity')}
        </ScreenLink>
      }
    >
      {({ bruteForceAttempts, lockedAccounts, blockedIps }) => (
        <Worries
          of={[
            {
              title: t('dashboard.failures'),
              count: bruteForceAttempts,
              tone: 'red',
              linkOf: (name) => to('/audit', name, lastDayFailures()),
              course: failed && <SparkLine values={failed.map((day) => day.failed)} tone="red" />,
            },
            // there they are, each by name
            { title: t('dashboard.locked'), count: lockedAccounts, tone: 'amber', linkOf: (name) => to('/security', name) },
            { title: t('security.attackers'), count: blockedIps, tone: 'red', linkOf: (name) => to('/security', name) },
          ]}
        />
      )}
    </Card>
  )
}

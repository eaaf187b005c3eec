import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { PageHead } from '../../ui/title.tsx'
import { DeadJobs } from './DeadJobs.tsx'
import { healthOf } from './health.ts'

type State = 'ok' | 'degraded' | 'down'
const looks: Readonly<Record<State, { readonly icon: IconName; readonly tone: string }>> = {
  ok: { icon: 'active', tone: 'green' },
  degraded: { icon: 'alert', tone: 'amber' },
  down: { icon: 'blocked', tone: 'red' },
}

function Lamp({ state }: { state: State }) {
  const { t } = useI18n()
  const { icon, tone } = looks[state]
  return (
    <span className="status" data-tone={tone}>
      <Icon name={icon} size={14} />
      {t(`status.${state}`)}
    </span>
  )
}

/** `/status`: whether what the service stands on works, and what its background gave up. */
export default function StatusPage() {
  const { t, ago, number } = useI18n()
  const query = useQuery({ ...ask('getHealthDetails', {}), refetchOnWindowFocus: true })
  const health = healthOf(query.data, query.error)
  return (
    <div className="page scrolls">
      <PageHead title={t('status.title')}>{health && <Lamp state={health.status} />}</PageHead>
      <section className="sections" aria-labelledby="health" aria-busy={query.isPending}>
        <h2 id="health">{t('status.health')}</h2>
        {query.isError && !health && <Failed error={query.error} onRetry={() => void query.refetch()} />}
        {health && (
          <>
            <p className="dim">
              {t('status.version')} <bdi dir="ltr">{health.version}</bdi>
              <span className="dot" />
              {t('status.since')} {ago(new Date(Date.now() - health.uptimeSeconds * 1000).toISOString())}
            </p>
            <ul className="checks">
              {Object.entries(health.checks).map(([name, { status, latencyMs, note }]) => (
                <li key={name}>
                  <code dir="ltr">{name}</code>
                  <span className="dim">{note && <bdi dir="auto">{note}</bdi>}</span>
                  <span className="dim">{t('status.answer', { ms: number(Math.round(latencyMs)) })}</span>
                  <Lamp state={status} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section className="sections" aria-labelledby="dead-jobs">
        <h2 id="dead-jobs">{t('status.jobs')}</h2>
        <p className="dim">{t('status.jobsHint')}</p>
        <DeadJobs />
      </section>
    </div>
  )
}

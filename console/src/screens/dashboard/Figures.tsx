import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ScreenLink } from '../../shell/ScreenLink.tsx'
import { bytesOf } from '../../ui/bytes.ts'
import { Card } from '../../ui/charts/Card.tsx'
import { type Period, placeOf, sinceOf, useEvents, useLogins } from '../../ui/charts/period.ts'
import { SparkLine } from '../../ui/charts/SparkLine.tsx'

type Summary = Reply<'getDashboardSummary'>

/** Accounts, tenants, sign-ins of today and storage. What is new comes with the events, and is left out until they are there. */
export function Figures({ period }: { period: Period }) {
  const { t } = useI18n()
  const query = useQuery(ask('getDashboardSummary', { query: { timeZone: period.zone, ...placeOf(period) } }))
  return (
    <Card title={t('dashboard.figures')} query={query} isPlain lines={3}>
      {(summary) => <Shown summary={summary} period={period} />}
    </Card>
  )
}

function Shown({ summary, period }: { summary: Summary; period: Period }) {
  const words = useI18n()
  const { t, number } = words
  const events = useEvents(period).data?.items
  const logins = useLogins(period).data?.days.slice(-period.days)
  const { admins, users, tenants, loginsToday, storageBytes } = summary
  const newOf = (...actions: readonly string[]) => {
    if (!events) return undefined
    const n = events.filter(({ action }) => actions.includes(action)).reduce((sum, { count }) => sum + count, 0)
    return n > 0 ? t('dashboard.new', { n: `+${number(n)}`, count: period.days }) : undefined
  }
  const yesterday = logins?.at(-2)?.successful
  return (
    <div className="figures">
      <Figure
        title={t('dashboard.admins')}
        to="/admins"
        value={number(admins.total)}
        sub={admins.blocked > 0 ? t('dashboard.blocked', { count: admins.blocked }) : t('dashboard.active', { n: admins.active })}
        delta={newOf('admin.created')}
      />
      <Figure
        title={t('dashboard.users')}
        to="/users"
        value={number(users.total)}
        sub={t('dashboard.verified', { count: users.verified })}
        delta={newOf('user.created', 'user.registered')}
      />
      <Figure
        title={t('dashboard.tenants')}
        to="/tenants"
        value={number(tenants.total)}
        sub={t('dashboard.active', { n: tenants.active })}
        delta={newOf('tenant.created')}
      />
      <Figure
        title={t('dashboard.today')}
        to="/audit"
        search={{ action: 'auth.login.succeeded', from: sinceOf({ ...period, days: 1 }) }}
        value={number(loginsToday)}
        sub={yesterday === undefined ? undefined : t('dashboard.yesterday', { n: yesterday })}
      >
        {logins && <SparkLine values={logins.map(({ successful }) => successful)} />}
      </Figure>
      <Figure title={t('dashboard.storage')} to="/files" value={bytesOf(storageBytes, words)} sub={t('dashboard.files')} />
    </div>
  )
}

interface FigureProps {
  readonly title: string
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly value: string
  readonly sub: string | undefined
  readonly delta?: string | undefined
  readonly children?: ReactNode
}

/** One number, which leads to the list of what it counts. */
function Figure({ title, to, search, value, sub, delta, children }: FigureProps) {
  return (
    <div className="figure">
      <h3>{title}</h3>
      <ScreenLink to={to} {...(search && { search })} className="figure-link">
        <span className="figure-value">{value}</span>
        <span className="sr">{title}</span>
      </ScreenLink>
      {sub && <small>{sub}</small>}
      {delta && <small className="figure-delta">{delta}</small>}
      {children}
    </div>
  )
}

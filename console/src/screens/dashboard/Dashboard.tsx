import { useNavigate, useSearch } from '@tanstack/react-router'
import { useI18n } from '../../i18n/i18n.tsx'
import { oneOf } from '../../ui/address.ts'
import { useZone } from '../../ui/days/zone.ts'
import { Segments } from '../../ui/Segments.tsx'
import { useTitle } from '../../ui/title.ts'
import { useWithin } from '../../ui/within.ts'
import { Addresses } from './Addresses.tsx'
import { Changes } from './Changes.tsx'
import { Events } from './Events.tsx'
import { Figures } from './Figures.tsx'
import { Logins } from './Logins.tsx'
import { type Period, usualDays } from './period.ts'
import { Security } from './Security.tsx'

const choices = ['7', '30', '90'] as const

/** `/`: how much there is and what happened, in cards that load and fail alone. The address says of how many days. */
export default function Dashboard() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const address = useSearch({ strict: false }) as { readonly days?: string }
  const period: Period = { days: Number(oneOf(choices, address.days) ?? usualDays), zone: useZone(), within: useWithin() }
  useTitle(t('dashboard.title'))
  const choose = (days: string) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, days: days === String(usualDays) ? undefined : days })) as never,
      replace: true,
    })
  return (
    <div className="page board">
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{t('dashboard.title')}</h1>
          <p className="dim">{t('dashboard.zone', { zone: period.zone.replaceAll('_', ' ') })}</p>
        </div>
        <Segments
          label={t('dashboard.period')}
          value={String(period.days)}
          options={choices.map((value) => ({ value, label: t('dashboard.days', { count: Number(value) }) }))}
          onChange={choose}
        />
      </div>
      <Figures period={period} />
      <div className="board-columns">
        <div>
          <Logins period={period} />
          <Changes period={period} />
        </div>
        <div>
          <Security period={period} />
          <Events period={period} />
          <Addresses period={period} />
        </div>
      </div>
    </div>
  )
}

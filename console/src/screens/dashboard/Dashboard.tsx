import { useI18n } from '../../i18n/i18n.tsx'
import { toAudit } from '../../shell/to-audit.tsx'
import { AddressCard } from '../../ui/charts/AddressCard.tsx'
import { BoardHead } from '../../ui/charts/BoardHead.tsx'
import { usePeriod } from '../../ui/charts/period.ts'
import { useTitle } from '../../ui/title.tsx'
import { Changes } from './Changes.tsx'
import { Events } from './Events.tsx'
import { Figures } from './Figures.tsx'
import { Logins } from './Logins.tsx'
import { Security } from './Security.tsx'

const shownAddresses = 5

/** `/`: how much there is and what happened, in cards that load and fail alone. The address says of how many days. */
export default function Dashboard() {
  const { t } = useI18n()
  const { period, choose } = usePeriod()
  useTitle(t('nav.dashboard'))
  return (
    <div className="page board">
      <BoardHead title={t('nav.dashboard')} period={period} onChoose={choose} />
      <Figures period={period} />
      <div className="board-columns">
        <div>
          <Logins period={period} />
          <Changes period={period} />
        </div>
        <div>
          <Security period={period} />
          <Events period={period} />
          <AddressCard period={period} limit={shownAddresses} linkOf={toAudit} />
        </div>
      </div>
    </div>
  )
}

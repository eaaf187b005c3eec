import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toAudit } from '../../shell/to-audit.tsx'
import { AddressCard } from '../../ui/charts/AddressCard.tsx'
import { BoardHead } from '../../ui/charts/BoardHead.tsx'
import { usePeriod } from '../../ui/charts/period.ts'
import { useTitle } from '../../ui/title.tsx'
import { Failures } from './Failures.tsx'
import { Locked } from './Locked.tsx'
import { Now } from './Now.tsx'
import { Recent } from './Recent.tsx'

const shownAddresses = 25

/** `/security`: who can't get in, who tries to, and from where, in cards that load and fail alone. */
export default function Security() {
  const { t } = useI18n()
  const { can } = useStart()
  const { period, choose } = usePeriod()
  useTitle(t('nav.security'))
  return (
    <div className="page board">
      <BoardHead title={t('nav.security')} period={period} onChoose={choose} />
      <div className="board-columns">
        <div>
          <Failures period={period} />
          {can('admins.view') === true && <Locked kind="admins" period={period} />}
          {can('users.view') === true && <Locked kind="users" period={period} />}
          <Recent period={period} />
        </div>
        <div>
          <Now period={period} />
          <AddressCard period={period} limit={shownAddresses} linkOf={toAudit} />
        </div>
      </div>
    </div>
  )
}

import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { tellFault } from '../../ui/toasts.tsx'
import { leaveBy } from '../place.ts'
import { endSession } from '../session.ts'

/** The way out of this session, here and in all tabs: this one asks before what was typed is lost. */
export function SignOut({ className }: { className: string }) {
  const { t } = useI18n()
  const end = () => void endSession().catch(tellFault)
  return (
    <button type="button" className={className} onClick={() => leaveBy(end)}>
      <Icon name="logout" size={14} />
      {t('shell.signOut')}
    </button>
  )
}

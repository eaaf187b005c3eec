import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { tellFault } from '../../ui/toasts.tsx'
import { endSession } from '../session.ts'

/** The way out of this session, here and in all tabs. */
export function SignOut({ className }: { className: string }) {
  const words = useI18n()
  const leave = () => void endSession().catch((error: unknown) => tellFault(error, words))
  return (
    <button type="button" className={className} onClick={leave}>
      <Icon name="logout" size={14} />
      {words.t('shell.signOut')}
    </button>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { tellFault } from '../../ui/toasts.tsx'

/** The way out for whoever can't do now what is owed. */
export function LeaveButton() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const leave = () => client.signOut().then(() => navigate({ to: '/login' }), tellFault)
  return (
    <button type="button" className="quiet-link" onClick={() => void leave()}>
      {t('shell.signOut')}
    </button>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { leaveBy } from '../../ui/form/leaving.ts'
import { tellFault } from '../../ui/toasts.tsx'

/** The way out for whoever can't do now what is owed: what would be lost by it asks first. */
export function LeaveButton() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const leave = () => client.signOut().then(() => navigate({ to: '/login', ignoreBlocker: true }), tellFault)
  return (
    <button type="button" className="quiet-link" onClick={() => leaveBy(() => void leave())}>
      {t('shell.signOut')}
    </button>
  )
}

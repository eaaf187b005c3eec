import { useNavigate } from '@tanstack/react-router'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Act } from '../RecordMenu.tsx'

/** In the menu of somebody: a mail to them, for whoever may send mails, reads templates and sees where it goes. */
export function WriteAct({ account: { id, email } }: { account: { readonly id: string; readonly email?: string | undefined } }) {
  const { t } = useI18n()
  const { can } = useStart()
  const navigate = useNavigate()
  if (email === undefined || can('emails.send') !== true || can('templates.view') !== true) return null
  return <Act icon="mail" label={t('new.email')} onClick={() => void navigate({ to: '/emails/compose', search: { to: id } as never })} />
}

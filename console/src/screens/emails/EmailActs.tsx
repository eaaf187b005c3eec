import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Acts } from '../../ui/acts.ts'
import { ActButton } from '../../ui/shown/ActButton.tsx'
import { type EmailDetail, isOfAdmins } from './email.ts'
import { lacksToResend } from './resending.ts'

/** What can be done to one mail: one that waits is cancelled, one that failed is sent again. */
export function EmailActs({ email, acts }: { email: EmailDetail; acts: Acts }) {
  const { t } = useI18n()
  const { id, status } = email
  const act = (operation: 'cancelEmail' | 'resendEmail', told: string) => acts.run(() => call(operation, { path: { id } }), told)
  if (acts.can('emails.send') !== true || !isOfAdmins(email)) return null
  const lacks = lacksToResend(email, acts.can)
  return (
    <>
      {(status === 'queued' || status === 'scheduled') && (
        <ActButton size="xs" run={() => act('cancelEmail', t('emails.toldCancelled', { count: 1 }))}>
          {t('emails.cancel')}
        </ActButton>
      )}
      {status === 'failed' && (
        <ActButton size="xs" whyNot={lacks && t(lacks)} run={() => act('resendEmail', t('emails.toldResent'))}>
          {t('emails.resend')}
        </ActButton>
      )}
    </>
  )
}

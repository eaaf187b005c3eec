import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { Hidden } from '../../ui/Facts.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { Mark } from '../../ui/shown/Mark.tsx'
import { ofAll } from '../../ui/within.ts'
import { EmailActs } from './EmailActs.tsx'
import { History, Overview, Text } from './EmailParts.tsx'
import { emailLooks, nameOf } from './email.ts'

/** `/emails/$id`: one mail on a page of its own. */
export default function EmailPage() {
  const { t } = useI18n()
  const { id } = useParams({ strict: false }) as { id: string }
  const navigate = useNavigate()
  const acts = useActs(/Email/)
  const query = useQuery(ask('getEmail', { path: { id } }))
  const email = query.data
  return (
    <RecordPage
      title={email && nameOf(email)}
      kind={t('emails.one')}
      trail={[{ title: t('nav.emails'), to: '/emails' }]}
      status={email && <Mark look={emailLooks[email.status]}>{t(`emails.is.${email.status}`)}</Mark>}
      sub={email && (email.to === undefined ? <Hidden /> : <span dir="ltr">{email.to}</span>)}
      acts={email && <EmailActs email={email} acts={acts} />}
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      {email && (
        <div className="template-form">
          <div className="stack">
            <Overview email={email} onBatch={(batch) => void navigate({ to: '/emails', search: { batch, ...ofAll } as never })} />
            <section aria-labelledby="mail-history">
              <h2 id="mail-history">{t('emails.tab.history')}</h2>
              <History email={email} />
            </section>
          </div>
          <section className="stack" aria-labelledby="mail-text">
            <h2 id="mail-text">{t('emails.tab.mail')}</h2>
            <Text email={email} />
          </section>
        </div>
      )}
    </RecordPage>
  )
}

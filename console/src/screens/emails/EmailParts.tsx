import { useI18n } from '../../i18n/i18n.tsx'
import { At, Copyable, Fact, Facts, Hidden } from '../../ui/Facts.tsx'
import { MailPreview } from '../../ui/shown/MailPreview.tsx'
import type { EmailDetail } from './email.ts'

/** To whom, by whom, and what became of it. */
export function Overview({ email, onBatch }: { email: EmailDetail; onBatch(batchId: string): void }) {
  const { t, number } = useI18n()
  const { batchId, scheduledAt, nextAttemptAt, sentAt, error, maxAttempts, attempts, createdByName } = email
  return (
    <Facts>
      <Fact label={t('fact.id')}>
        <Copyable text={email.id} label={t('act.copyId')} />
      </Fact>
      <Fact label={t('emails.to')}>{email.to === undefined ? undefined : <span dir="ltr">{email.to}</span>}</Fact>
      <Fact label={t('emails.template')}>
        <bdi>{email.templateName}</bdi>
      </Fact>
      <Fact label={t('emails.priority')}>{t(`compose.priority.${email.priority}`)}</Fact>
      <Fact label={t('emails.by')}>{createdByName === null ? t('emails.byService') : <bdi>{createdByName}</bdi>}</Fact>
      {scheduledAt && (
        <Fact label={t('emails.scheduledFor')}>
          <At at={scheduledAt} />
        </Fact>
      )}
      {sentAt && (
        <Fact label={t('emails.is.sent')}>
          <At at={sentAt} />
        </Fact>
      )}
      <Fact label={t('emails.attempts')}>
        {maxAttempts === null ? number(attempts) : t('emails.ofAttempts', { count: attempts, most: maxAttempts })}
      </Fact>
      {nextAttemptAt && (
        <Fact label={t('emails.next')}>
          <At at={nextAttemptAt} />
        </Fact>
      )}
      {email.errorCode && (
        <Fact label={t('emails.error')}>{error === undefined ? <Hidden /> : <span dir="auto">{error ?? email.errorCode}</span>}</Fact>
      )}
      {email.bounceType && <Fact label={t('emails.bounced')}>{t(`emails.bounce.${email.bounceType}`)}</Fact>}
      {batchId && (
        <Fact label={t('emails.batch')}>
          <button type="button" className="quiet-link" onClick={() => onBatch(batchId)}>
            {t('emails.wholeBatch')}
          </button>
        </Fact>
      )}
    </Facts>
  )
}

/** What it said: not of mails of the service, and of others for thirty days. */
export function Text({ email: { html, text } }: { email: EmailDetail }) {
  const { t } = useI18n()
  if (html === undefined && text === undefined) return <Hidden />
  if (html) return <MailPreview html={html} label={t('emails.tab.mail')} />
  return text ? (
    <pre className="preview-text" dir="auto">
      {text}
    </pre>
  ) : (
    <p className="dim">{t('emails.noText')}</p>
  )
}

/** Each thing that became of it, the last one first. */
export function History({ email: { events } }: { email: EmailDetail }) {
  const { t } = useI18n()
  return (
    <ol className="attempts" reversed>
      {events.toReversed().map(({ at, type, detail }) => (
        <li key={`${at} ${type}`}>
          <div className="attempt-head">
            <b>{t(`emails.event.${type}`)}</b>
            <span className="grow" />
            <small className="dim">
              <At at={at} />
            </small>
          </div>
          {detail && (
            <p className="dim" dir="auto">
              {detail}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

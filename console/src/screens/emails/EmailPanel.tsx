import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Acts } from '../../ui/acts.ts'
import { oneOf } from '../../ui/address.ts'
import { At, Copyable, Fact, Facts, Hidden } from '../../ui/Facts.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { MailPreview } from '../../ui/shown/MailPreview.tsx'
import { Mark } from '../../ui/shown/Mark.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { type EmailDetail, emailLooks, isOfAdmins, nameOf } from './email.ts'

interface Props {
  readonly id: string
  readonly acts: Acts
  onBatch(batchId: string): void
  onClose(): void
}

const tabs = ['overview', 'mail', 'history'] as const

/** One mail: to whom, what it said as far as that may be read, and each thing that became of it. */
export function EmailPanel({ id, acts, onBatch, onClose }: Props) {
  const { t } = useI18n()
  const [tab, setTab] = useState<(typeof tabs)[number]>('overview')
  const query = useQuery(ask('getEmail', { path: { id } }))
  const email = query.data
  const act = (operation: 'cancelEmail' | 'resendEmail', told: string) => void acts.run(() => call(operation, { path: { id } }), told)
  const maySend = acts.can('emails.send') === true
  return (
    <SidePanel
      id={id}
      title={email && nameOf(email)}
      sub={email && (email.to === undefined ? <Hidden /> : <span dir="ltr">{email.to}</span>)}
      acts={
        email && (
          <>
            <Mark look={emailLooks[email.status]}>{t(`emails.is.${email.status}`)}</Mark>
            <span className="grow" />
            {maySend && isOfAdmins(email) && (email.status === 'queued' || email.status === 'scheduled') && (
              <Button variant="default" size="xs" onClick={() => act('cancelEmail', t('emails.toldCancelled', { count: 1 }))}>
                {t('emails.cancel')}
              </Button>
            )}
            {maySend && isOfAdmins(email) && email.status === 'failed' && (
              <Button variant="default" size="xs" onClick={() => act('resendEmail', t('emails.toldResent'))}>
                {t('emails.resend')}
              </Button>
            )}
          </>
        )
      }
      error={query.error}
      onRetry={() => void query.refetch()}
      onClose={onClose}
    >
      {email && (
        <Tabs
          label={nameOf(email)}
          tabs={tabs.map((key) => ({ key, title: t(`emails.tab.${key}`) }))}
          current={tab}
          onGo={(key) => setTab(oneOf(tabs, key) ?? 'overview')}
        >
          {tab === 'overview' && <Overview email={email} onBatch={onBatch} />}
          {tab === 'mail' && <Text email={email} />}
          {tab === 'history' && <History email={email} />}
        </Tabs>
      )}
    </SidePanel>
  )
}

function Overview({ email, onBatch }: { email: EmailDetail; onBatch(batchId: string): void }) {
  const { t, number } = useI18n()
  const { batchId, scheduledAt, nextAttemptAt, sentAt, error, maxAttempts, attempts, createdByName } = email
  return (
    <Facts>
      <Fact label={t('emails.id')}>
        <Copyable text={email.id} label={t('act.copyId')} />
      </Fact>
      <Fact label={t('emails.to')}>{email.to === undefined ? undefined : <span dir="ltr">{email.to}</span>}</Fact>
      <Fact label={t('emails.template')}>
        <bdi>{email.templateName}</bdi>
      </Fact>
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
function Text({ email: { html, text } }: { email: EmailDetail }) {
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

function History({ email: { events } }: { email: EmailDetail }) {
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

import { useI18n } from '../../i18n/i18n.tsx'
import { At } from '../../ui/Facts.tsx'
import { Code } from '../../ui/shown/Code.tsx'
import { Mark } from '../../ui/shown/Mark.tsx'
import type { DeliveryDetail } from './webhook.ts'

const isTaken = (status: number | null) => status !== null && status >= 200 && status < 300

/** Each time it was tried, the last first. What came back is text, whatever it looks like. */
export function Attempts({ attempts }: Pick<DeliveryDetail, 'attempts'>) {
  const { t, number } = useI18n()
  if (attempts.length === 0) return <p className="dim">{t('webhooks.noAttempts')}</p>
  return (
    <ol className="attempts" reversed>
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.attemptNumber}>
          <div className="attempt-head">
            <Mark look={isTaken(attempt.httpStatus) ? { icon: 'active', tone: 'green' } : { icon: 'failed', tone: 'red' }}>
              {attempt.httpStatus === null ? t('webhooks.noAnswer') : t('webhooks.http', { code: String(attempt.httpStatus) })}
            </Mark>
            {attempt.trigger === 'manual' && <span className="tag">{t('webhooks.byHand')}</span>}
            <span className="grow" />
            {attempt.duration !== null && <span className="dim">{t('webhooks.ms', { count: number(attempt.duration) })}</span>}
          </div>
          <small className="dim">
            <At at={attempt.startedAt} />
          </small>
          {attempt.error && (
            <p className="attempt-error" dir="auto">
              {attempt.error}
            </p>
          )}
          {attempt.responseBody && <Code text={attempt.responseBody} label={t('webhooks.answer')} />}
        </li>
      ))}
    </ol>
  )
}

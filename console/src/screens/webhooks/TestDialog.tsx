import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../../ui/fault.ts'
import { Fault, Note, useCountdown } from '../../ui/Note.tsx'
import { Code } from '../../ui/shown/Code.tsx'
import { EventSelect } from './delivery-columns.tsx'
import type { WebhookActs } from './webhook-acts.ts'

/** Sends the example of an event at once, and shows what came back as the text that it is. */
export function TestDialog({ id, acts, onClose }: { id: string; acts: WebhookActs; onClose(): void }) {
  const words = useI18n()
  const { t, number } = words
  const [event, setEvent] = useState<string | null>(null)
  const [result, setResult] = useState<Reply<'sendWebhookTest'> | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const told = error === null ? null : toldOf(error, words)
  const wait = useCountdown(told?.waitSeconds ?? null, error)
  async function send() {
    setBusy(true)
    setError(null)
    try {
      setResult(await call('sendWebhookTest', { path: { id }, body: event ? { event } : {} }))
      await acts.refresh()
    } catch (fault) {
      setError(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('webhooks.test')} size={520} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <div className="stack">
        <p className="dim">{t('webhooks.testHint')}</p>
        <EventSelect value={event} onChange={setEvent} />
        {told && <Fault told={told} left={wait} />}
        {result && (
          <>
            <Note tone={result.success ? 'green' : 'amber'}>
              {result.httpStatus === null ? t('webhooks.noAnswer') : t('webhooks.http', { code: String(result.httpStatus) })}{' '}
              {t('webhooks.ms', { count: number(result.duration) })}
              {result.error && <small dir="auto">{result.error}</small>}
            </Note>
            {result.responseBody && <Code text={result.responseBody} label={t('webhooks.answer')} />}
          </>
        )}
        <div className="acts">
          <Button variant="default" onClick={onClose}>
            {t('act.close')}
          </Button>
          <Button loading={isBusy} disabled={wait > 0} onClick={() => void send()}>
            {t('webhooks.testSend')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

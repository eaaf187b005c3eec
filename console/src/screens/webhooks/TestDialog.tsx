import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { client, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Fault, Note } from '../../ui/Note.tsx'
import { Code } from '../../ui/shown/Code.tsx'
import { EventSelect } from './delivery-columns.tsx'
import type { WebhookActs } from './webhook-acts.ts'

/** The service waits for a receiver for 45 seconds at most, and says that none answered. */
const timeoutMs = 60_000

/** Sends the example of an event at once, and shows what came back as the text that it is. */
export function TestDialog({ id, acts, onClose }: { id: string; acts: WebhookActs; onClose(): void }) {
  const { t, number } = useI18n()
  const [event, setEvent] = useState<string | null>(null)
  const [result, setResult] = useState<Reply<'sendWebhookTest'> | null>(null)
  const sending = useSending()
  const send = () =>
    void sending.run(async () => {
      setResult(await client.call('sendWebhookTest', { path: { id }, body: event ? { event } : {} }, { timeoutMs }))
      await acts.refresh()
    })
  return (
    <Modal opened onClose={onClose} title={t('webhooks.test')} size={520} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <div className="stack">
        <p className="dim">{t('webhooks.testHint')}</p>
        <EventSelect value={event} onChange={setEvent} />
        <Fault {...sending} />
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
          <Button loading={sending.isBusy} disabled={sending.wait > 0} onClick={send}>
            {t('webhooks.testSend')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

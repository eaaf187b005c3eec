import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { oneOf } from '../../ui/address.ts'
import { At, Copyable, Fact, Facts, Hidden } from '../../ui/Facts.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { ActButton } from '../../ui/shown/ActButton.tsx'
import { Code } from '../../ui/shown/Code.tsx'
import { Mark } from '../../ui/shown/Mark.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Attempts } from './Attempts.tsx'
import { Countdown } from './Countdown.tsx'
import { curlOf, type DeliveryDetail, deliveryLooks, laidOut } from './webhook.ts'
import type { WebhookActs } from './webhook-acts.ts'

interface Props {
  readonly id: string
  readonly eventId: string
  /** Whether the subscription is off: nothing leaves then. */
  readonly isOff: boolean
  readonly acts: WebhookActs
  onClose(): void
}

const tabs = ['attempts', 'request', 'curl'] as const

/** One delivery: what was sent, what came back each time, and when it is tried again. */
export function DeliveryPanel({ id, eventId, isOff, acts, onClose }: Props) {
  const { t } = useI18n()
  const [tab, setTab] = useState<(typeof tabs)[number]>('attempts')
  const query = useQuery(ask('getWebhookDelivery', { path: { id, eventId } }))
  const delivery = query.data
  // what waits for its first attempt is sent as it is
  const whyNot = isOff ? t('webhooks.replayOff') : delivery?.status === 'Pending' ? t('webhooks.replayPending') : null
  const replay = () => acts.run(() => call('replayWebhookDelivery', { path: { id, eventId } }), t('webhooks.toldReplayed', { count: 1 }))
  return (
    <SidePanel
      id={eventId}
      title={delivery?.event}
      sub={delivery && <At at={delivery.createdAt} />}
      acts={
        delivery && (
          <>
            <Mark look={deliveryLooks[delivery.status]}>
              {t(`webhooks.delivery.${delivery.status}`)}{' '}
              {delivery.nextAttemptAt && <Countdown to={delivery.nextAttemptAt} onOver={() => void acts.refresh()} />}
            </Mark>
            <span className="grow" />
            {acts.canUpdate && (
              <ActButton size="xs" icon="history" whyNot={whyNot} run={replay}>
                {t('webhooks.replay')}
              </ActButton>
            )}
          </>
        )
      }
      error={query.error}
      onRetry={() => void query.refetch()}
      onClose={onClose}
    >
      {delivery && (
        <>
          <Facts>
            <Fact label={t('webhooks.deliveryId')}>
              <Copyable text={eventId} label={t('act.copyId')} />
            </Fact>
            <Fact label={t('webhooks.attempts')}>
              {t('webhooks.ofAttempts', { count: delivery.attemptNumber, most: delivery.maxAttempts })}
            </Fact>
            {delivery.nextAttemptAt && (
              <Fact label={t('webhooks.next')}>
                <At at={delivery.nextAttemptAt} />
              </Fact>
            )}
          </Facts>
          <Tabs
            label={delivery.event}
            tabs={tabs.map((key) => ({ key, title: t(`webhooks.panel.${key}`) }))}
            current={tab}
            onGo={(key) => setTab(oneOf(tabs, key) ?? 'attempts')}
          >
            {tab === 'attempts' && <Attempts attempts={delivery.attempts} />}
            {tab === 'request' && <Request request={delivery.request} />}
            {tab === 'curl' && <Curl request={delivery.request} />}
          </Tabs>
        </>
      )}
    </SidePanel>
  )
}

function Request({ request: { url, headers, body } }: Pick<DeliveryDetail, 'request'>) {
  const { t } = useI18n()
  const lines = Object.entries((headers ?? {}) as Record<string, unknown>).map(([name, value]) => `${name}: ${String(value)}`)
  return (
    <div className="stack">
      <Copyable text={url} label={t('webhooks.copyUrl')} />
      <h3>{t('webhooks.headers')}</h3>
      {headers === null ? <Hidden /> : <Code text={lines.join('\n')} label={t('webhooks.headers')} />}
      <h3>{t('webhooks.body')}</h3>
      {body === null ? <Hidden /> : <Code text={laidOut(body)} label={t('webhooks.body')} />}
    </div>
  )
}

function Curl({ request }: Pick<DeliveryDetail, 'request'>) {
  const { t } = useI18n()
  return (
    <div className="stack">
      <p className="dim">{t('webhooks.curlHint')}</p>
      <Code text={curlOf(request)} label="curl" />
    </div>
  )
}

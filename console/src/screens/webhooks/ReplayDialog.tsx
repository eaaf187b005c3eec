import { Checkbox, Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { aheadMs, call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { useRehearsal } from '../../ui/form/use-rehearsal.ts'
import { tell } from '../../ui/toasts.tsx'
import { type Delivery, deliveryStates } from './webhook.ts'
import type { WebhookActs } from './webhook-acts.ts'

interface Props {
  readonly id: string
  /** Null: all of some states and days. */
  readonly eventIds: readonly string[] | null
  readonly acts: WebhookActs
  onSent(): void
  onClose(): void
}

const dayMs = 86_400_000
/** As long as the dialog may be open: the service takes no moment before its own bound, which may be just as many days ago. */
const dialogMs = 600_000
/** `all`: as far back as the service takes, by its setting and its own clock. */
const spans = ['1', '3', '7', 'all'] as const

/** Says first how many it would be. */
export function ReplayDialog({ id, eventIds, acts, onSent, onClose }: Props) {
  const { t } = useI18n()
  const [status, setStatus] = useState<readonly Delivery['status'][]>(eventIds ? deliveryStates : ['Failed'])
  const [since, setSince] = useState('all')
  // by the clock of the service, which judges it; fixed while the dialog is open: it is counted once
  const opened = useMemo(() => Date.now() + (aheadMs ?? 0), [])
  const body = {
    status: [...status],
    ...(since !== 'all' && { from: new Date(opened - Number(since) * dayMs + dialogMs).toISOString() }),
    ...(eventIds && { eventIds: [...eventIds] }),
  }
  const path = { id }
  const count = () => call('replayWebhookDeliveries', { path, body: { ...body, dryRun: true } })
  const { rehearsed, onMade } = useRehearsal(['replay', id, body], count, status.length > 0)
  const affected = status.length === 0 ? 0 : rehearsed.data?.affected
  return (
    <ConfirmDialog
      title={t('webhooks.replayTitle')}
      confirm={t('webhooks.replay')}
      isDanger={false}
      isReady={affected !== undefined && affected > 0}
      run={async () => {
        const done = await call('replayWebhookDeliveries', { path, body })
        onMade()
        onSent()
        tell(t('webhooks.toldReplayed', { count: done.affected }))
        await acts.refresh()
      }}
      onClose={onClose}
    >
      {eventIds === null && (
        <>
          <fieldset className="options checks">
            <legend>{t('webhooks.state')}</legend>
            {deliveryStates.map((name) => (
              <Checkbox
                key={name}
                label={t(`webhooks.delivery.${name}`)}
                checked={status.includes(name)}
                onChange={(event) => setStatus(event.currentTarget.checked ? [...status, name] : status.filter((one) => one !== name))}
              />
            ))}
          </fieldset>
          <Select
            label={t('webhooks.since')}
            data={spans.map((value) => ({
              value,
              label: value === 'all' ? t('webhooks.daysAll') : t('webhooks.days', { count: Number(value) }),
            }))}
            value={since}
            onChange={(value) => value && setSince(value)}
            allowDeselect={false}
            comboboxProps={{ withinPortal: true, shadow: 'md' }}
          />
        </>
      )}
      {rehearsed.isError ? (
        <Failed error={rehearsed.error} onRetry={() => void rehearsed.refetch()} />
      ) : (
        <p aria-live="polite">{affected === undefined ? t('bulk.counting') : t('webhooks.replayCount', { count: affected })}</p>
      )}
      <p className="dim">{t('webhooks.replayHint')}</p>
    </ConfirmDialog>
  )
}

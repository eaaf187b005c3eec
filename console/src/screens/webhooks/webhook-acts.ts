/** What can be done to a subscription, each told when it is done. */
import { mayRestore } from '../../api/bin-rights.ts'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { tell } from '../../ui/toasts.tsx'
import { nameOf, type Webhook } from './webhook.ts'

export function useWebhookActs() {
  const { t } = useI18n()
  const { can, refresh, run } = useActs(/Webhook/)
  const change = (webhook: Webhook, isActive: boolean, isUndo = false): Promise<boolean> =>
    run(async () => {
      await call('updateWebhook', { path: { id: webhook.id }, body: { isActive } })
      const undo = { label: t('act.undo'), run: () => void change(webhook, !isActive, true) }
      tell(t(isActive ? 'webhooks.toldOn' : 'webhooks.toldOff', { name: nameOf(webhook) }), isUndo ? undefined : undo)
    })
  return {
    refresh,
    run,
    canCreate: can('webhooks.create') === true,
    canUpdate: can('webhooks.update') === true,
    canDelete: can('webhooks.delete') === true,
    change,
    remove: (webhook: Webhook) =>
      run(async () => {
        const [path, name] = [{ id: webhook.id }, nameOf(webhook)]
        await call('deleteWebhook', { path })
        // not by the `remove` of all records: it comes back switched off, for its receiver may be gone by then
        const back = () => run(() => call('restoreRecycleBinEntry', { path }), t('webhooks.toldBack', { name }))
        tell(t('told.deleted', { name }), mayRestore(can, 'Webhook') ? { label: t('act.undo'), run: () => void back() } : undefined)
      }),
  }
}

export type WebhookActs = ReturnType<typeof useWebhookActs>

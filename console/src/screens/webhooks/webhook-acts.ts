/** What can be done to a subscription, each told when it is done. */
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { tell } from '../../ui/toasts.tsx'
import { nameOf, type Webhook } from './webhook.ts'

export function useWebhookActs() {
  const { t } = useI18n()
  const { can, refresh, run, remove } = useActs(/Webhook/)
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
    // it comes back switched off, for its receiver may be gone by then
    remove: (webhook: Webhook) => {
      const [path, name] = [{ id: webhook.id }, nameOf(webhook)]
      return remove('Webhook', path.id, name, () => call('deleteWebhook', { path }), t('webhooks.toldBack', { name }))
    },
  }
}

export type WebhookActs = ReturnType<typeof useWebhookActs>

import { Menu } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Act, CopyAct, RecordMenu } from '../../ui/RecordMenu.tsx'
import { nameOf, type Webhook } from './webhook.ts'
import type { WebhookActs } from './webhook-acts.ts'

interface Props {
  readonly webhook: Webhook
  readonly acts: WebhookActs
  onEdit(): void
  /** Where the screen leaves it when it is gone. */
  onRemoved?(): void
}

/** What can be done to one subscription by whoever is here. */
export function WebhookMenu({ webhook, acts, onEdit, onRemoved }: Props) {
  const { t } = useI18n()
  return (
    <RecordMenu name={nameOf(webhook)} width={220}>
      {acts.canUpdate && <Act icon="pencil" label={t('act.edit')} onClick={onEdit} />}
      <CopyAct text={webhook.url} label={t('webhooks.copyUrl')} />
      <CopyAct text={webhook.id} />
      {acts.canUpdate && (
        <Act
          icon={webhook.isActive ? 'inactive' : 'active'}
          label={t(webhook.isActive ? 'webhooks.switchOff' : 'webhooks.switchOn')}
          onClick={() => void acts.change(webhook, !webhook.isActive)}
        />
      )}
      {acts.canDelete && (
        <>
          <Menu.Divider />
          <Act
            icon="bin"
            label={t('act.delete')}
            isDanger
            onClick={() => void acts.remove(webhook).then((isDone) => isDone && onRemoved?.())}
          />
        </>
      )}
    </RecordMenu>
  )
}

import { ActionIcon, Menu } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { copy } from '../../ui/Facts.tsx'
import { Icon } from '../../ui/Icon.tsx'
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
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('list.more', { name: nameOf(webhook) })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.canUpdate && (
          <Menu.Item leftSection={<Icon name="pencil" size={15} />} onClick={onEdit}>
            {t('act.edit')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="copy" size={15} />} onClick={() => void copy(webhook.url, t('told.copied'))}>
          {t('webhooks.copyUrl')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="copy" size={15} />} onClick={() => void copy(webhook.id, t('told.copied'))}>
          {t('act.copyId')}
        </Menu.Item>
        {acts.canUpdate && (
          <Menu.Item
            leftSection={<Icon name={webhook.isActive ? 'inactive' : 'active'} size={15} />}
            onClick={() => void acts.change(webhook, !webhook.isActive)}
          >
            {t(webhook.isActive ? 'webhooks.switchOff' : 'webhooks.switchOn')}
          </Menu.Item>
        )}
        {acts.canDelete && (
          <>
            <Menu.Divider />
            <Menu.Item
              className="danger"
              leftSection={<Icon name="bin" size={15} />}
              onClick={() => void acts.remove(webhook).then((isDone) => isDone && onRemoved?.())}
            >
              {t('act.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

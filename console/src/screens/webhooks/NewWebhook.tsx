import { useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { OwnAlone } from '../../shell/Whose.tsx'
import { useDraft } from '../../ui/form/draft.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { SecretOnce } from './SecretOnce.tsx'
import { SettingsFields, type WebhookDraft } from './SettingsFields.tsx'
import type { WebhookActs } from './webhook-acts.ts'

interface Props {
  readonly acts: WebhookActs
  onClose(): void
  onDone(id: string): void
}

/** A new subscription; its secret is shown once, before anything else can be done. */
export function NewWebhook({ acts, onClose, onDone }: Props) {
  const { t } = useI18n()
  const [made, setMade] = useState<Reply<'createWebhook'> | null>(null)
  const form = useDraft<WebhookDraft, never>({
    read: null,
    draftOf: () => ({ url: '', description: '', events: [], retryPolicy: 'persistent', includeDescendants: false }),
    async save(draft, _, stored) {
      const webhook = await call('createWebhook', { body: { ...draft, url: draft.url.trim(), events: [...draft.events] } })
      stored()
      setMade(webhook)
      await acts.refresh()
    },
  })
  if (made) return <SecretOnce secret={made.secret} onClose={() => onDone(made.id)} />
  return (
    <RecordForm form={form} titles={{}} title={t('webhooks.new')} size={600} submit={t('act.create')} isNew onClose={onClose}>
      <OwnAlone />
      <SettingsFields form={form} />
    </RecordForm>
  )
}

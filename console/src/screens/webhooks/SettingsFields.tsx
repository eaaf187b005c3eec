import { Checkbox, Select, TextInput } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Draft } from '../../ui/form/draft.ts'
import { EventsField } from './EventsField.tsx'

export interface WebhookDraft {
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly retryPolicy: 'persistent' | 'exponential'
  readonly includeDescendants: boolean
}

/** What a subscription is: where to, of what, and how long it is tried. */
export function SettingsFields({ form: { draft, set, faultOf } }: { form: Draft<WebhookDraft> }) {
  const { t } = useI18n()
  return (
    <>
      <TextInput
        label={t('webhooks.url')}
        description={t('webhooks.urlHint')}
        type="url"
        dir="ltr"
        placeholder="https://"
        value={draft.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
        error={faultOf('url')}
        required
        withAsterisk={false}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        label={t('webhooks.description')}
        dir="auto"
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={faultOf('description')}
        autoComplete="off"
      />
      <EventsField value={draft.events} error={faultOf('events')} onChange={(events) => set({ events })} />
      <Select
        label={t('webhooks.retry')}
        description={t(`webhooks.retry.${draft.retryPolicy}Hint`)}
        data={(['persistent', 'exponential'] as const).map((value) => ({ value, label: t(`webhooks.retry.${value}`) }))}
        value={draft.retryPolicy}
        onChange={(value) => value && set({ retryPolicy: value as WebhookDraft['retryPolicy'] })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true, shadow: 'md' }}
      />
      <Checkbox
        label={t('webhooks.descendants')}
        description={t('webhooks.descendantsHint')}
        checked={draft.includeDescendants}
        onChange={(event) => set({ includeDescendants: event.currentTarget.checked })}
        error={faultOf('includeDescendants')}
      />
    </>
  )
}

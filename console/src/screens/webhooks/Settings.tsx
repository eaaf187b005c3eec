import { useEffect } from 'react'
import { ask, call, type Reply } from '../../api/client.ts'
import { useReadAnew } from '../../api/read-anew.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { changedOf, useDraft } from '../../ui/form/draft.ts'
import { Fields } from '../../ui/form/RecordForm.tsx'
import { tell } from '../../ui/toasts.tsx'
import { SettingsFields, type WebhookDraft } from './SettingsFields.tsx'
import { nameOf } from './webhook.ts'
import type { WebhookActs } from './webhook-acts.ts'

type Read = Reply<'getWebhook'>

const draftOf = ({ url, description, events, retryPolicy, includeDescendants }: Read): WebhookDraft => ({
  ...{ url, description, events, retryPolicy, includeDescendants },
})

/** The subscription as a form, for whoever may change it; as facts for the others. */
export function Settings({ webhook, acts }: { webhook: Read; acts: WebhookActs }) {
  return acts.canUpdate ? <ReadAnew id={webhook.id} acts={acts} /> : <Shown webhook={webhook} />
}

function ReadAnew({ id, acts }: { id: string; acts: WebhookActs }) {
  const { read, error, retry } = useReadAnew(ask('getWebhook', { path: { id } }))
  if (read) return <Change webhook={read} acts={acts} />
  return error ? <Failed error={error} onRetry={retry} /> : <div className="lines" aria-busy="true" />
}

function Change({ webhook, acts }: { webhook: Read; acts: WebhookActs }) {
  const { t } = useI18n()
  const form = useDraft<WebhookDraft, Read>({
    read: webhook,
    draftOf: (from) => draftOf(from ?? webhook),
    async save(draft, from, stored) {
      const { events, ...changed } = changedOf({ draft, base: draftOf(from ?? webhook) })
      const body = { ...changed, ...(events && { events: [...events] }), version: (from ?? webhook).version }
      const saved = await call('updateWebhook', { path: { id: webhook.id }, body })
      stored()
      tell(t('told.saved', { name: nameOf(saved) }))
      await acts.refresh()
      return saved
    },
    again: () => call('getWebhook', { path: { id: webhook.id } }),
  })
  const { follow } = form
  // it is switched on and off beside: what is typed stays
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer alone is taken up
  useEffect(() => follow(webhook), [webhook])
  const titles = {
    url: t('webhooks.url'),
    description: t('webhooks.description'),
    events: t('webhooks.eventsOf'),
    retryPolicy: t('webhooks.retry'),
    includeDescendants: t('webhooks.descendants'),
  }
  return (
    <div className="form-column">
      <Fields form={form} titles={titles} submit={t('act.save')}>
        <SettingsFields form={form} />
      </Fields>
    </div>
  )
}

function Shown({ webhook }: { webhook: Read }) {
  const { t, list } = useI18n()
  return (
    <Facts>
      <Fact label={t('webhooks.url')}>
        <span dir="ltr">{webhook.url}</span>
      </Fact>
      <Fact label={t('webhooks.eventsOf')}>
        <bdi>{list(webhook.events)}</bdi>
      </Fact>
      <Fact label={t('webhooks.retry')}>{t(`webhooks.retry.${webhook.retryPolicy}`)}</Fact>
      <Fact label={t('webhooks.descendants')}>{t(webhook.includeDescendants ? 'fact.yes' : 'fact.no')}</Fact>
    </Facts>
  )
}

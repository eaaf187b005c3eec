import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { idIn, oneOf } from '../../ui/address.ts'
import { isStillAt } from '../../ui/form/still-at.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { Mark } from '../../ui/shown/Mark.tsx'
import { Deliveries } from './Deliveries.tsx'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { Secret } from './Secret.tsx'
import { Settings } from './Settings.tsx'
import { Statistics } from './Statistics.tsx'
import { TestDialog } from './TestDialog.tsx'
import { WebhookMenu } from './WebhookMenu.tsx'
import { nameOf, stateLooks, stateOf } from './webhook.ts'
import { useWebhookActs } from './webhook-acts.ts'

const tabs = ['deliveries', 'settings', 'secret', 'statistics'] as const

/** `/webhooks/$id/$tab`: one subscription, and what it was told. */
export default function Webhook() {
  const { t } = useI18n()
  const params = useParams({ strict: false }) as { id: string; tab: string }
  const address = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const navigate = useNavigate()
  const acts = useWebhookActs()
  const [isTesting, setTesting] = useState(false)
  const { id } = params
  const query = useQuery(ask('getWebhook', { path: { id } }))
  const webhook = query.data
  // the secret is for those who may change it
  const shown = tabs.filter((name) => name !== 'secret' || acts.canUpdate)
  const tab = oneOf(shown, params.tab) ?? 'deliveries'
  const to = (name: string) => `/webhooks/${id}/${name}`
  const open = tab === 'deliveries' ? idIn(address.open) : undefined
  const close = () => {
    void navigate({ to: '.', search: ((before: object) => ({ ...before, open: undefined })) as never })
    if (open) document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(open)}"]`)?.focus()
  }
  return (
    <div className="split" data-open={open ? true : undefined}>
      <RecordPage
        title={webhook && nameOf(webhook)}
        kind={t('webhooks.one')}
        trail={[{ title: t('nav.webhooks'), to: '/webhooks' }]}
        status={webhook && <Mark look={stateLooks[stateOf(webhook)]}>{t(`webhooks.is.${stateOf(webhook)}`)}</Mark>}
        sub={webhook && <span dir="auto">{webhook.description || (webhook.tenantName ?? t('name.platform'))}</span>}
        acts={
          webhook && (
            <>
              {acts.canUpdate && (
                <Button variant="default" leftSection={<Icon name="send" size={14} />} onClick={() => setTesting(true)}>
                  {t('webhooks.test')}
                </Button>
              )}
              <WebhookMenu
                webhook={webhook}
                acts={acts}
                onEdit={() => void navigate({ to: to('settings') })}
                onRemoved={() => void (isStillAt(`/webhooks/${id}`) && navigate({ to: '/webhooks' }))}
              />
            </>
          )
        }
        tabs={shown.map((name) => ({ title: t(`webhooks.tab.${name}`), to: to(name) }))}
        current={to(tab)}
        error={query.error}
        onRetry={() => void query.refetch()}
      >
        {webhook && stateOf(webhook) === 'stopped' && (
          <Note tone="amber">{t(webhook.disabledReason === 'gone' ? 'webhooks.stoppedGone' : 'webhooks.stoppedFailing')}</Note>
        )}
        {webhook && tab === 'deliveries' && <Deliveries id={id} isOff={!webhook.isActive} acts={acts} />}
        {webhook && tab === 'settings' && <Settings key={id} webhook={webhook} acts={acts} />}
        {webhook && tab === 'secret' && <Secret webhook={webhook} acts={acts} />}
        {webhook && tab === 'statistics' && <Statistics id={id} />}
      </RecordPage>
      {open && <DeliveryPanel id={id} eventId={open} isOff={webhook?.isActive === false} acts={acts} onClose={close} />}
      {isTesting && <TestDialog id={id} acts={acts} onClose={() => setTesting(false)} />}
    </div>
  )
}

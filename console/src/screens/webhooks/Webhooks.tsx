import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { useElsewhere } from '../../shell/Whose.tsx'
import { useOpened } from '../../ui/form/use-opened.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { columnsOf, filtersOf } from './columns.tsx'
import { NewWebhook } from './NewWebhook.tsx'
import { WebhookMenu } from './WebhookMenu.tsx'
import { nameOf, type Webhook } from './webhook.ts'
import { useWebhookActs } from './webhook-acts.ts'

const usual = { by: 'createdAt', direction: 'desc' } as const

/** `/webhooks`: which addresses are told of what. */
export default function Webhooks() {
  const words = useI18n()
  const { t } = words
  const navigate = useNavigate()
  const list = useList({ operation: 'listWebhooks', orders: ['createdAt', 'url', 'isActive'], usual, filters: filtersOf(words) })
  const acts = useWebhookActs()
  const off = useElsewhere()
  const isMaking = useOpened(list.doing === 'new', acts.canCreate)
  const columns = useMemo(() => columnsOf(words), [words])
  const open = (id: string, tab = 'deliveries', replace = false) => void navigate({ to: `/webhooks/${id}/${tab}` as string, replace })
  return (
    <ListPage<Webhook>
      list={list}
      title={t('nav.webhooks')}
      searchHint={t('webhooks.search')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={nameOf}
      isOff={({ isActive }) => !isActive}
      main={acts.canCreate ? { label: t('webhooks.new'), off, run: () => list.go({ do: 'new' }) } : undefined}
      none={{ title: t('webhooks.none'), hint: t('webhooks.noneHint') }}
      tools={
        <Button component={Link} to="/webhooks/events" variant="default">
          {t('webhooks.events')}
        </Button>
      }
      menuOf={(webhook) => <WebhookMenu webhook={webhook} acts={acts} onEdit={() => open(webhook.id, 'settings')} />}
      onOpen={(id) => open(id)}
      onKey={(key, webhook) => {
        if (key === 'e' && acts.canUpdate) open(webhook.id, 'settings')
        if (key === 'Delete' && acts.canDelete) void acts.remove(webhook)
      }}
    >
      {isMaking && (
        <NewWebhook
          acts={acts}
          onClose={() => list.go({ do: undefined })}
          // from what was made the way back leads to the list, and to no form
          onDone={(id) => open(id, undefined, true)}
        />
      )}
    </ListPage>
  )
}

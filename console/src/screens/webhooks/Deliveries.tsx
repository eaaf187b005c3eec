import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { ListFoot } from '../../ui/list/ListFoot.tsx'
import { ListTools } from '../../ui/list/ListTools.tsx'
import { useList } from '../../ui/list/list.ts'
import { useListKeys } from '../../ui/list/list-keys.ts'
import { SelectionBar } from '../../ui/list/SelectionBar.tsx'
import { nothing } from '../../ui/list/selection.ts'
import { useKeptList } from '../../ui/list/use-kept-list.ts'
import { ViewMenu } from '../../ui/list/ViewMenu.tsx'
import { ActButton } from '../../ui/shown/ActButton.tsx'
import { deliveryColumnsOf, deliveryFiltersOf } from './delivery-columns.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import type { Delivery } from './webhook.ts'
import type { WebhookActs } from './webhook-acts.ts'

const usual = { by: 'createdAt', direction: 'desc' } as const

interface Props {
  readonly id: string
  /** The webhook is switched off: nothing is sent again before it is on. */
  readonly isOff: boolean
  readonly acts: WebhookActs
}

/** What was sent, or is to be, with how it ended; what ended can be sent again. */
export function Deliveries({ id, isOff, acts }: Props) {
  const words = useI18n()
  const { t } = words
  const list = useList({
    operation: 'listWebhookDeliveries',
    path: { id },
    orders: ['createdAt'],
    usual,
    filters: deliveryFiltersOf(words),
    isSearched: false,
    isWithin: false,
  })
  useListKeys(list, undefined)
  const [replayed, setReplayed] = useState<readonly string[] | 'many' | null>(null)
  const columns = useMemo(() => deliveryColumnsOf(words), [words])
  const kept = useKeptList(list, columns)
  const whyNot = isOff ? t('webhooks.replayOff') : null
  return (
    <div className="inner-list">
      <ListTools list={list}>
        <Button variant="default" leftSection={<Icon name="refresh" size={14} />} onClick={() => void acts.refresh()}>
          {t('webhooks.reload')}
        </Button>
        {acts.canUpdate && (
          <ActButton icon="history" whyNot={whyNot} run={() => setReplayed('many')}>
            {t('webhooks.replayMany')}
          </ActButton>
        )}
        <ViewMenu list={list} kept={kept} columns={columns.filter(({ isPrimary }) => !isPrimary)} />
      </ListTools>
      {list.error ? (
        <Failed error={list.error} onRetry={list.retry} />
      ) : (
        <DataTable<Delivery>
          label={t('webhooks.tab.deliveries')}
          columns={columns.filter(kept.shows)}
          rows={list.rows}
          idOf={({ eventId }) => eventId}
          nameOf={({ event }) => event}
          isOff={() => false}
          order={list.order}
          onSort={list.sort}
          selection={acts.canUpdate ? list.selection : null}
          onSelect={list.pick}
          openId={list.open}
          onOpen={(row) => (row === list.open ? list.close() : list.go({ open: row }))}
          onKey={() => {}}
          menuOf={undefined}
          isStale={list.isStale}
          empty={<ListEmpty list={list} none={{ title: t('webhooks.noDeliveries'), hint: t('webhooks.noDeliveriesHint') }} />}
        />
      )}
      <ListFoot
        page={list.page}
        pageSize={list.pageSize}
        pages={list.pages}
        total={list.total}
        isCapped={list.isCapped}
        further={list.further}
        onPage={(page) => list.go({ page })}
      />
      <SelectionBar
        selection={list.selection}
        total={list.total}
        acts={[{ label: t('webhooks.replay'), icon: 'history', takesAll: false, whyNot, run: () => setReplayed([...list.selection.ids]) }]}
        onChange={list.select}
      />
      {replayed && (
        <ReplayDialog
          id={id}
          eventIds={replayed === 'many' ? null : replayed}
          acts={acts}
          onSent={() => list.select(nothing)}
          onClose={() => setReplayed(null)}
        />
      )}
    </div>
  )
}

import { Button, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { idIn } from '../../ui/address.ts'
import { useZone } from '../../ui/days/zone.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { FaultOf } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { columnsOf } from './columns.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { changeTo, type Entry, type Preset, presetOf, presets } from './entry.ts'
import { filtersOf } from './filters.tsx'
import { SealDialog } from './SealDialog.tsx'
import { useFollow } from './use-follow.ts'

const orders = ['timestamp']
const usual = { by: 'timestamp', direction: 'desc' } as const

/** `/audit`: everything that happened, and whether the log is as it was written. */
export default function Audit() {
  const words = useI18n()
  const { t } = words
  const { can } = useStart()
  const zone = useZone()
  const cache = useQueryClient()
  const known = cache.getQueriesData<Reply<'listAuditEntries'>>({ queryKey: ['listAuditEntries'] }).flatMap(([, page]) => page?.items ?? [])
  const list = useList({ operation: 'listAuditEntries', orders, usual, filters: filtersOf(words, zone, known) })
  const columns = useMemo(() => columnsOf(words), [words])
  const [dialog, setDialog] = useState<'export' | 'seals' | null>(null)
  const preset = presetOf(list.address)
  const follow = useFollow(list)
  return (
    <ListPage<Entry>
      list={list}
      title={t('nav.audit')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ action }) => action}
      searchHint={t('audit.search')}
      none={{ title: t('audit.none'), hint: t('audit.noneHint') }}
      above={
        <div className="above-tools">
          <Segments<Preset | ''>
            label={t('audit.presets')}
            value={preset ?? ''}
            options={(Object.keys(presets) as Preset[]).map((value) => ({ value, label: t(`audit.preset.${value}`) }))}
            onChange={(name) => name && list.go(changeTo(name))}
          />
          <Switch label={t('audit.follow')} checked={follow.isOn} onChange={(event) => follow.turn(event.currentTarget.checked)} />
          <span role="status" className="dim">
            {follow.error ? t('audit.followWaits') : follow.came > 0 && t('audit.came', { count: follow.came })}
          </span>
          {follow.fault !== null && <FaultOf error={follow.fault} />}
        </div>
      }
      tools={
        <>
          <Button
            variant="default"
            className="tool"
            data-act="seals"
            leftSection={<Icon name="shield" size={15} />}
            onClick={() => setDialog('seals')}
          >
            <span className="sr-small">{t('audit.seals')}</span>
          </Button>
          {can('audit.export') && (
            <Button
              variant="default"
              className="tool"
              data-act="export"
              leftSection={<Icon name="download" size={15} />}
              onClick={() => setDialog('export')}
            >
              <span className="sr-small">{t('audit.export')}</span>
            </Button>
          )}
        </>
      }
      panel={
        list.open && <EntryPanel id={list.open} known={list.rows?.find(({ id }) => id === list.open)} list={list} onClose={list.close} />
      }
    >
      {dialog === 'export' && <ExportDialog list={list} onClose={() => setDialog(null)} />}
      {dialog === 'seals' && <SealDialog looked={idIn(list.address.tenant) ?? idIn(list.address.within)} onClose={() => setDialog(null)} />}
    </ListPage>
  )
}

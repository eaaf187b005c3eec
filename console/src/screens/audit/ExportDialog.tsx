import { useState } from 'react'
import { client, type Input } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { saveFile } from '../../ui/charts/save-file.ts'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import type { List } from '../../ui/list/list.ts'
import { Segments } from '../../ui/Segments.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { Entry } from './entry.ts'

/** As many as the service puts on paper. */
const mostPages = 10_000
/** A PDF is made whole before it is answered, for which the service has three minutes; not all of it is counted in. */
const timeoutMs = 240_000

/** What the list shows as a file, after the number that it would hold was told. */
export function ExportDialog({ list, onClose }: { list: List<Entry>; onClose(): void }) {
  const { t } = useI18n()
  const [format, setFormat] = useState<'csv' | 'pdf'>('csv')
  const isTooMany = format === 'pdf' && (list.isCapped ? list.total >= mostPages : list.total > mostPages)
  const run = async () => {
    const answer = await client.call('exportAuditLog', { query: { ...list.filter, format } } as Input<'exportAuditLog'>, { timeoutMs })
    saveFile(await answer.blob(), `audit-${new Date().toISOString().slice(0, 10)}.${format}`)
    tell(t('audit.exported'))
  }
  return (
    <ConfirmDialog
      title={t('audit.exportTitle')}
      confirm={t('audit.exportDo')}
      isDanger={false}
      isReady={list.rows !== undefined && (list.total > 0 || list.isCapped) && !isTooMany}
      run={run}
      onClose={onClose}
    >
      <p>
        {list.isCapped && list.total === 0
          ? t('audit.exportUncounted')
          : t(list.isCapped ? 'audit.exportCapped' : 'audit.exportCount', { count: list.total })}
      </p>
      <Segments<'csv' | 'pdf'>
        label={t('audit.format')}
        value={format}
        options={[
          { value: 'csv', label: 'CSV' },
          { value: 'pdf', label: 'PDF' },
        ]}
        onChange={setFormat}
      />
      <p className="dim">{t(isTooMany ? 'audit.exportTooMany' : 'audit.exportHint', { most: mostPages })}</p>
    </ConfirmDialog>
  )
}

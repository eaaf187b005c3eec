import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { FaultOf } from '../Note.tsx'
import { fromAddress, LogLine } from '../shown/LogLine.tsx'

/** What happened to a record last, from the audit log. @param kind as the log calls it */
export function Activity({ kind, id }: { kind: string; id: string }) {
  const { t } = useI18n()
  const query = useQuery(ask('listAuditEntries', { query: { entityType: kind, entityId: id, pageSize: 20 } }))
  if (query.isError) return <FaultOf error={query.error} />
  if (!query.data) return <div className="lines" aria-busy="true" />
  if (query.data.items.length === 0) return <p className="dim">{t('panel.noActivity')}</p>
  return (
    <ol className="log">
      {query.data.items.map(({ id: entry, outcome, action, actorName, ipAddress, timestamp }) => (
        <LogLine
          key={entry}
          outcome={outcome}
          at={timestamp}
          what={<code dir="ltr">{action}</code>}
          details={[<bdi key="who">{actorName ?? '—'}</bdi>, fromAddress(ipAddress)]}
        />
      ))}
    </ol>
  )
}

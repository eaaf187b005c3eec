import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import { Fault } from '../Note.tsx'

const icons = { success: 'check', failure: 'alert', denied: 'blocked' } as const

/** What happened to a record last, from the audit log. @param kind as the log calls it */
export function Activity({ kind, id }: { kind: string; id: string }) {
  const { t, ago, moment } = useI18n()
  const query = useQuery(ask('listAuditEntries', { query: { entityType: kind, entityId: id, pageSize: 20 } }))
  if (query.isError) return <Fault error={query.error} />
  if (!query.data) return <div className="lines" aria-busy="true" />
  if (query.data.items.length === 0) return <p className="dim">{t('panel.noActivity')}</p>
  return (
    <ol className="log">
      {query.data.items.map(({ id: entry, outcome, action, actorName, ipAddress, timestamp }) => (
        <li key={entry} data-outcome={outcome}>
          <span className="log-dot">
            <Icon name={icons[outcome]} size={11} />
          </span>
          <span className="log-text">
            <code dir="ltr">{action}</code>
            <small>
              <bdi>{actorName ?? '—'}</bdi>
              {ipAddress && (
                <>
                  <span className="dot" />
                  <bdi dir="ltr">{ipAddress}</bdi>
                </>
              )}
            </small>
          </span>
          <time className="dim" dateTime={timestamp} title={moment(timestamp)}>
            {ago(timestamp)}
          </time>
        </li>
      ))}
    </ol>
  )
}

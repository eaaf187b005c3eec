import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Fault } from '../../ui/Note.tsx'

const icons = { success: 'check', failure: 'alert', denied: 'blocked' } as const

/** What happened to the record last, from the audit log. */
export function Activity({ id }: { id: string }) {
  const { t, ago, moment } = useI18n()
  const query = useQuery(ask('listAuditEntries', { query: { entityType: 'Admin', entityId: id, pageSize: 20 } }))
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

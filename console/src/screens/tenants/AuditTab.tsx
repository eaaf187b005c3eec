import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Ago } from '../../ui/Facts.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ListFoot } from '../../ui/list/ListFoot.tsx'
import type { Detail } from './tenant.ts'

const icons = { success: 'check', failure: 'alert', denied: 'blocked' } as const
const pageSize = 25

/** What happened in the tenant, the last first. */
export function AuditTab({ tenant }: { tenant: Detail }) {
  const { t } = useI18n()
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...ask('listAuditEntries', { query: { tenantId: tenant.id, pageSize, page } }),
    placeholderData: keepPreviousData,
  })
  if (query.isError && !query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <div className="lines" aria-busy="true" />
  const { items, totalCount, totalPages, isTotalCapped } = query.data
  if (items.length === 0) return <p className="dim">{t('panel.noActivity')}</p>
  return (
    <div className="narrow-body">
      <ol className="log">
        {items.map(({ id, outcome, action, actorName, entityName, ipAddress, timestamp }) => (
          <li key={id} data-outcome={outcome}>
            <span className="log-dot">
              <Icon name={icons[outcome]} size={11} />
            </span>
            <span className="log-text">
              <code dir="ltr">{action}</code>
              <small>
                <bdi>{actorName ?? '—'}</bdi>
                {entityName && (
                  <>
                    <span className="dot" />
                    <bdi>{entityName}</bdi>
                  </>
                )}
                {ipAddress && (
                  <>
                    <span className="dot" />
                    <bdi dir="ltr">{ipAddress}</bdi>
                  </>
                )}
              </small>
            </span>
            <Ago at={timestamp} />
          </li>
        ))}
      </ol>
      <ListFoot page={page} pageSize={pageSize} pages={totalPages} total={totalCount} isCapped={isTotalCapped === true} onPage={setPage} />
    </div>
  )
}

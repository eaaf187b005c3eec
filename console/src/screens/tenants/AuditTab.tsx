import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { furtherIn, placeIn } from '../../ui/address.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ListFoot } from '../../ui/list/ListFoot.tsx'
import { fromAddress, LogLine } from '../../ui/shown/LogLine.tsx'
import type { Detail } from './tenant.ts'

const pageSize = 25

/** What happened in the tenant, the last first. */
export function AuditTab({ tenant }: { tenant: Detail }) {
  const { t } = useI18n()
  const [at, setAt] = useState<string>()
  const place = placeIn(at)
  const query = useQuery({
    ...ask('listAuditEntries', { query: { tenantId: tenant.id, pageSize, ...place } }),
    placeholderData: keepPreviousData,
  })
  if (query.isError && !query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <div className="lines" aria-busy="true" />
  const { items, page, totalCount, totalPages, isTotalCapped } = query.data
  if (items.length === 0) return <p className="dim">{t('panel.noActivity')}</p>
  return (
    <div className="narrow-body">
      <ol className="log">
        {items.map(({ id, outcome, action, actorName, entityName, ipAddress, timestamp }) => (
          <LogLine
            key={id}
            outcome={outcome}
            at={timestamp}
            what={<code dir="ltr">{action}</code>}
            details={[<bdi key="who">{actorName ?? '—'}</bdi>, entityName && <bdi>{entityName}</bdi>, fromAddress(ipAddress)]}
          />
        ))}
      </ol>
      <ListFoot
        page={page}
        pageSize={pageSize}
        pages={totalPages}
        total={totalCount}
        isCapped={isTotalCapped === true}
        further={furtherIn(query.data, place)}
        onPage={setAt}
      />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { lacksToRestore } from '../../api/bin-rights.ts'
import { ask, call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { bytesOf } from '../../ui/bytes.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Tenant } from './tenant.ts'
import type { TenantActs } from './tenant-acts.ts'

/** Says what goes with it first, all that lies below counted, and asks for its code. */
export function DeleteTenant({ tenant, acts, onDeleted }: { tenant: Tenant; acts: TenantActs; onDeleted?(): void }) {
  const words = useI18n()
  const { t, number, list } = words
  const { name, code, id } = tenant
  const query = useQuery({ ...ask('getTenant', { path: { id } }), staleTime: 0 })
  // what was read before is no number to confirm
  const read = query.isFetchedAfterMount ? query.data : undefined
  const below = read?.hierarchy.descendantCount ?? 0
  const counts = read && [
    { label: t('tenants.count.tenants'), value: number(below) },
    { label: t('tenants.count.admins'), value: number(read.statistics.adminCount) },
    { label: t('tenants.count.users'), value: number(read.statistics.userCount) },
    { label: t('tenants.count.storage'), value: bytesOf(read.statistics.storageBytes, words) },
  ]
  const lacking = lacksToRestore(acts.can, 'Tenant')
  return (
    <ConfirmDialog
      title={t('tenants.deleteTitle', { name })}
      confirm={below > 0 ? t('tenants.deleteAll', { count: below + 1 }) : t('tenants.delete')}
      typed={code}
      isReady={read !== undefined}
      onClose={acts.end}
      run={async () => {
        await call('deleteTenant', { path: { id }, query: { cascade: below > 0 } })
        onDeleted?.()
        await acts.removeNow('Tenant', id, name, async () => {})
      }}
    >
      {query.isError && !read ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <p className="dim">{t('tenants.deleteHint')}</p>
          <dl className="tally" aria-busy={counts === undefined}>
            {(counts ?? [1, 2, 3, 4].map((one) => ({ label: `${one}`, value: '' }))).map(({ label, value }) => (
              <div key={label}>
                <dt>{value && label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Note tone="amber">
            {lacking.length === 0 ? t('tenants.deleteBack') : t('tenants.deleteGone', { permissions: list(lacking) })}
          </Note>
        </>
      )}
    </ConfirmDialog>
  )
}

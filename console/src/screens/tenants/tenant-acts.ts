/** What can be done to one tenant; what asks first is begun here and shown by `TenantDialogs`. */
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { movesFrom, type TenantStatus } from './status.ts'
import { type Tenant, touched } from './tenant.ts'

/** What was begun: `new` makes one below this, null at the top. */
export type Begun =
  | { readonly act: 'new'; readonly tenant: Tenant | null }
  | { readonly act: 'edit' | 'delete'; readonly tenant: Tenant }
  | { readonly act: 'move'; readonly tenant: Tenant; readonly status: TenantStatus }

export function useTenantActs() {
  const { me, can } = useStart()
  const { t } = useI18n()
  const acts = useActs(touched)
  const [begun, begin] = useState<Begun | null>(null)
  return {
    ...acts,
    begun,
    begin,
    end: () => begin(null),
    canUpdate: can('tenants.update') === true,
    canDelete: can('tenants.delete') === true,
    canCreate: can('tenants.create') === true,
    /** Why its status can't be changed, nor it be deleted, by this caller; null where it can. */
    reasonAgainst: (tenant: Tenant): string | null => (tenant.id === me?.tenantId ? t('tenants.isOwn') : null),
    movesOf: (tenant: Tenant) => movesFrom(tenant.status, me?.tenantId === null),
    /** What takes something from somebody is asked first; back to work is done at once. */
    move(tenant: Tenant, status: TenantStatus): void {
      if (status !== 'Active') begin({ act: 'move', tenant, status })
      else
        void acts.run(
          () => call('updateTenant', { path: { id: tenant.id }, body: { status } }),
          t('told.state', { name: tenant.name, state: t('tenants.state.Active') }),
        )
    },
  }
}

export type TenantActs = ReturnType<typeof useTenantActs>

import { call, type Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { RecordSelect } from '../../ui/form/RecordSelect.tsx'
import type { AdminDraft } from './admin-draft.ts'

interface Props {
  readonly draft: AdminDraft
  readonly base: Reply<'getAdmin'> | null
  faultOf(field: string): string | undefined
  onChange(change: Partial<AdminDraft>): void
}

const pageSize = 20

/** Tenant, for a new admin only, and a role of it. */
export function PlaceFields({ draft, base, faultOf, onChange }: Props) {
  const { t } = useI18n()
  const { can, me } = useStart()
  const { tenantId } = draft
  const role = base?.role
  const findRoles = async (search: string, signal: AbortSignal) => {
    const query = { pageSize, sortBy: 'name' as const, sortDirection: 'asc' as const, ...(search && { search }) }
    const { items } = tenantId
      ? await call('listTenantRoles', { path: { id: tenantId }, query }, signal)
      : await call('listRoles', { query }, signal)
    return items.filter((one) => tenantId !== null || one.tenantId === null).map(({ id, name }) => ({ value: id, label: name }))
  }
  const findTenants = async (search: string, signal: AbortSignal) => {
    const { items } = await call('listTenants', { query: { pageSize, ...(search && { search }) } }, signal)
    return items.map(({ id, name }) => ({ value: id, label: name }))
  }
  return (
    <>
      {base === null && can('tenants.view') && (
        <RecordSelect
          label={t('admins.tenant')}
          value={tenantId}
          isRequired={me?.tenantId !== null}
          chosen={me?.tenantId ? { value: me.tenantId, label: me.tenantName ?? '' } : undefined}
          queryKey={['tenant choices']}
          find={findTenants}
          error={faultOf('tenantId')}
          onChange={(value) => onChange({ tenantId: value, roleId: null })}
        />
      )}
      {can('roles.view') && (
        <RecordSelect
          key={tenantId}
          label={t('admins.role')}
          description={t('form.roleHint')}
          value={draft.roleId}
          isRequired
          chosen={role ? { value: role.id, label: role.name } : undefined}
          queryKey={['role choices', tenantId]}
          find={findRoles}
          error={faultOf('roleId')}
          onChange={(value) => onChange({ roleId: value })}
        />
      )}
    </>
  )
}

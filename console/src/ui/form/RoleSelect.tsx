import { call } from '../../api/client.ts'
import { RecordSelect, type SelectProps } from './RecordSelect.tsx'

interface Props extends SelectProps {
  /** Whose roles: of that tenant alone, its id plain or opaque; null of the platform itself. */
  readonly tenantId?: string | null
  /** Of that tenant and all below it, each with the tenant it is of; where neither is given, of the caller's own tenant, or the platform, alone. */
  readonly within?: string | undefined
}

/** One role, by its name. */
export function RoleSelect({ tenantId, within, ...rest }: Props) {
  const find = async (search: string, signal: AbortSignal) => {
    const query = { pageSize: 50, sortBy: 'name', sortDirection: 'asc', ...(search && { search }) } as const
    const { items } = tenantId
      ? await call('listTenantRoles', { path: { id: tenantId }, query }, signal)
      : await call('listRoles', { query: { ...query, within } }, signal)
    return items
      .filter((role) => tenantId !== null || role.tenantId === null)
      .map(({ id, name, tenantName }) => ({ value: id, label: tenantId === undefined && tenantName ? `${name} · ${tenantName}` : name }))
  }
  return <RecordSelect {...rest} queryKey={['role choices', tenantId ?? `${tenantId}`, within]} find={find} />
}

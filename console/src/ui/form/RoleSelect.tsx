import { call } from '../../api/client.ts'
import { RecordSelect, type SelectProps } from './RecordSelect.tsx'

interface Props extends SelectProps {
  /** Whose roles: of that tenant, its id plain or opaque; null of the platform itself. Unless given, all that the caller sees, each with the tenant it is of. */
  readonly tenantId?: string | null
  /** Those that are no choice. */
  readonly without?: readonly string[]
}

const none: readonly string[] = []

/** One role of those that the caller sees. */
export function RoleSelect({ tenantId, without = none, ...rest }: Props) {
  const find = async (search: string, signal: AbortSignal) => {
    const query = { pageSize: 50, sortBy: 'name', sortDirection: 'asc', ...(search && { search }) } as const
    const { items } = tenantId
      ? await call('listTenantRoles', { path: { id: tenantId }, query }, signal)
      : await call('listRoles', { query }, signal)
    return items
      .filter((role) => !without.includes(role.id) && (tenantId !== null || role.tenantId === null))
      .map(({ id, name, tenantName }) => ({ value: id, label: tenantId === undefined && tenantName ? `${name} · ${tenantName}` : name }))
  }
  return <RecordSelect {...rest} queryKey={['role choices', tenantId ?? `${tenantId}`, without]} find={find} />
}

import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { type Choice, RecordSelect, type SelectProps } from './RecordSelect.tsx'

async function find(search: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const { items } = await call('listTenants', { query: { pageSize: 20, ...(search && { search }) } }, signal)
  return items.map(({ id, name }) => ({ value: id, label: name }))
}

/** One tenant of those that the caller sees. The name of their own is known. */
export function TenantSelect({ chosen, ...props }: SelectProps) {
  const { me } = useStart()
  const own = me?.tenantId ? { value: me.tenantId, label: me.tenantName ?? '' } : undefined
  return <RecordSelect {...props} chosen={chosen ?? own} queryKey={['tenant choices']} find={find} />
}

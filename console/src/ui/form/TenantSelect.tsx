import { useRef } from 'react'
import { call } from '../../api/client.ts'
import { type Choice, RecordSelect } from './RecordSelect.tsx'

interface Props {
  readonly label: string
  readonly description?: string
  readonly value: string | null
  readonly error?: string | undefined
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly chosen?: Choice | undefined
  onChange(id: string | null, name: string | undefined): void
}

/** One tenant of those that the caller sees. */
export function TenantSelect({ onChange, ...rest }: Props) {
  const names = useRef(new Map<string, string>())
  const find = async (search: string, signal: AbortSignal) => {
    const { items } = await call('listTenants', { query: { pageSize: 20, ...(search && { search }) } }, signal)
    for (const { id, name } of items) names.current.set(id, name)
    return items.map(({ id, name }) => ({ value: id, label: name }))
  }
  return <RecordSelect {...rest} queryKey={['tenant choices']} find={find} onChange={(id) => onChange(id, names.current.get(id ?? ''))} />
}

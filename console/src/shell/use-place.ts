import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ask } from '../api/client.ts'
import { useStart } from '../api/start.ts'
import { useWithin } from '../ui/within.ts'

const tenantStaleMs = 300_000

/** One tenant by its id, as far as the caller may see it. */
export const tenantQuery = (id: string) => ({ ...ask('getTenant', { path: { id } }), staleTime: tenantStaleMs })

/** The part of the tree that is looked at, where it is not all that the caller sees. */
export function useChosenTenant(): { readonly id: string | undefined; readonly name: string | undefined } {
  const { start } = useStart()
  const within = useWithin()
  const id = within === start?.tenant?.id ? undefined : within
  return { id, name: useTenantName(id) }
}

/** What a tenant is called, the own one or one that the caller may see; undefined while, or where, that is not known. */
export function useTenantName(id: string | null | undefined): string | undefined {
  const { start, can } = useStart()
  const isOwn = id === start?.tenant?.id
  const query = useQuery({ ...tenantQuery(id ?? ''), enabled: id != null && !isOwn && can('tenants.view') === true, retry: false })
  return id == null ? undefined : isOwn ? start?.tenant?.name : query.data?.name
}

/** Has all screens show that part alone, from their first page on; undefined for all that the caller sees. */
export function useGoWithin(): (id: string | undefined) => void {
  const navigate = useNavigate()
  return useCallback(
    (within) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, within, page: undefined, open: undefined, do: undefined })) as never,
      }),
    [navigate],
  )
}

/** Whose pages these are: of the tenant with the code in the address, else of the one whose host was asked. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask, type Reply } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import type { From } from './place.ts'

export type Start = Reply<'getSignInStart'>
export type Workspace = NonNullable<Start['workspace']>

/** A page that changes its face under somebody's hands is worse than one that comes late, and both are better than none. */
const patienceMs = 1500

export interface Whose {
  /** Undefined where it is not known, or not yet. */
  readonly start: Start | undefined
  readonly isPending: boolean
  /** Why the service has not said it; null where it has, or may do so still. */
  readonly error: unknown
  again(): void
}

/** The service takes no address of a request that is longer than 4,096 characters: what would make it so leads nowhere. */
const longestAsked = 3800

const startQuery = ({ w, returnTo }: From) => {
  const isAsked = returnTo !== undefined && new URLSearchParams({ returnTo }).toString().length <= longestAsked
  return {
    ...ask('getSignInStart', { query: { ...(w !== undefined && { code: w }), ...(isAsked && { returnTo }) } }),
    staleTime: 300_000,
  }
}

/** What the service says of the workspace, and whether it lets the page lead where it was asked to. */
export function useWorkspace({ w, returnTo }: From): Whose {
  const query = useQuery(startQuery({ w, returnTo }))
  // each is waited for anew: where somebody has typed the code of another workspace, that one has only just been asked for
  const asked = JSON.stringify([w, returnTo])
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLate(asked), patienceMs)
    return () => clearTimeout(timer)
  }, [asked])
  const { data: start, error } = query
  return { start, isPending: start === undefined && error === null && late !== asked, error, again: () => void query.refetch() }
}

/**
 * Where sign-in leads from here. The page may have been drawn before the service answered, or while it did not; whoever came from an application
 * waits for it then, and is led to the account only where no answer comes.
 */
export async function leadFrom({ w, returnTo }: From): Promise<string | null> {
  if (returnTo === undefined) return null
  const query = startQuery({ w, returnTo })
  // what it said before holds where it says nothing now
  const start = await queries.fetchQuery(query).catch(() => queries.getQueryData<Start>(query.queryKey))
  return start?.returnTo ?? null
}

export const nameOf = ({ companyName, name }: Workspace): string => companyName || name

/** The first letter of a name, for where a logo would stand. */
export const initialOf = (name: string): string => ([...name.trim()][0] ?? 'T').toUpperCase()

/** How requests of end users name the tenant; nothing where the host does. */
export const tenantOf = (w: string | undefined): { tenantCode?: string } => (w === undefined ? {} : { tenantCode: w })

/** The picture that a tenant chose for the window. */
export function useFavicon(address: string | null | undefined): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!link || !address || !/^(?:https:|\/)/.test(address)) return
    const before = link.href
    link.removeAttribute('type')
    link.href = address
    return () => {
      link.href = before
    }
  }, [address])
}

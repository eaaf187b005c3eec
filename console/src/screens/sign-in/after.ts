/** Where somebody goes who has just signed in, or has to again. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call, client, useSession } from '../../api/client.ts'
import { consolePath } from '../../api/console-path.ts'
import { signInSearch, startKey, useStart } from '../../api/start.ts'
import { insideOnly } from './return-to.ts'

/** In the address of a page before sign-in: the code of a workspace; at the domain of a tenant whether somewhere else is meant. */
export interface Where {
  readonly w?: string | undefined
  readonly elsewhere?: string | undefined
}

/** Whether the platform has no tenant yet: its first one is made with its SuperAdmin. */
async function isNew(): Promise<boolean> {
  const { session } = client
  if (session.status !== 'signed-in' || session.user.tenantId !== null || session.user.role !== 'SuperAdmin') return false
  if (session.mustChangePassword || session.mustSetUpTwoFactor) return true
  // it is a kindness: where it can't be asked, the start says what there is
  return await call('listTenants', { query: { pageSize: 1 } }).then(
    ({ totalCount }) => totalCount === 0,
    () => false,
  )
}

/** To where they wanted, within the console only; the first SuperAdmin of a new service to its setup. Whoever has left meanwhile stays where they are. */
export function useAfterSignIn(returnTo: string | undefined): () => Promise<void> {
  const { history } = useRouter()
  // of the render that the form was sent from: a link changes it at once, and this page stays until the next one has loaded
  const here = history.location.pathname
  return async () => {
    const wanted = insideOnly(returnTo)
    const address = wanted === `${consolePath}/` && (await isNew()) ? `${consolePath}/setup` : wanted
    if (history.location.pathname === here) history.replace(address)
  }
}

/** What is owed may be done in another tab: the token says so here, too, and the page is told no sooner than it asks anew. */
export function useDoneElsewhere(): void {
  const session = useSession()
  const { duty } = useStart()
  const cache = useQueryClient()
  const isOwed = session.status !== 'signed-in' || (duty === 'password' ? session.mustChangePassword : session.mustSetUpTwoFactor)
  const isDone = duty !== null && !isOwed
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new token, as it may be newer than what was asked for
  useEffect(() => {
    if (isDone) void cache.invalidateQueries({ queryKey: startKey })
  }, [isDone, session, cache])
}

/**
 * What is owed is done in a session: where that has ended the way leads to the sign-in page, and back from there unless somebody signed out.
 *
 * @param isHeld whether something is shown that would be lost
 */
export function useEndOfSession(returnTo: string | undefined, isHeld: boolean): void {
  const session = useSession()
  const navigate = useNavigate()
  const { start, me } = useStart()
  const reason = session.status === 'signed-out' && !isHeld ? session.reason : null
  useEffect(() => {
    const search = reason === 'signed_out' ? {} : signInSearch({ start, me }, returnTo)
    if (reason !== null) void navigate({ to: '/login', search: search as never, replace: true, ignoreBlocker: true })
  }, [reason, returnTo, start, me, navigate])
}

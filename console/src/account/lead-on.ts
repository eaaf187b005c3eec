/** How sign-in leads on, and what comes before that. */
import { client, type SessionState } from '../api/client.ts'
import { useIsGone } from '../ui/form/use-sending.ts'
import { accountPath, addressOf, type From, go, goOn, useGo } from './place.ts'
import { leadFrom } from './workspace.ts'

/** Whether something is to be done before anything else is open, an application neither. */
const owes = (session: SessionState): boolean =>
  session.status === 'signed-in' && (session.mustChangePassword || session.mustSetUpTwoFactor)

/**
 * Goes on to where the service lets the page lead. Whoever has left the page that asked is not led away, and whoever is here still when the
 * other page did not come is at their account.
 */
export function useGoOn(): (from: From) => Promise<void> {
  const isGone = useIsGone()
  return async (from) => {
    const address = await leadFrom(from)
    if (!isGone.current && (await goOn(address)) && !isGone.current) go(accountPath, { isReplaced: true })
  }
}

/** `useGoOn` for whoever has signed in, and no sooner than nothing is owed. Until then the address keeps where it leads (`Duties`). */
export function useLeadOn(): (from: From) => Promise<void> {
  const go = useGo()
  const goOnFrom = useGoOn()
  return async (from) => {
    if (owes(client.session)) go(addressOf('/', from), { isReplaced: true })
    else await goOnFrom(from)
  }
}

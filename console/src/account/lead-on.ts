/** How sign-in leads on, and what comes before that. */
import { client, type SessionState } from '../api/client.ts'
import { useIsGone } from '../ui/form/use-sending.ts'
import { addressOf, go, goOn, type Query } from './place.ts'
import { leadFrom } from './workspace.ts'

/** Whether something is to be done before anything else is open, an application neither. */
export const owes = (session: SessionState): boolean =>
  session.status === 'signed-in' && (session.mustChangePassword || session.mustSetUpTwoFactor)

/**
 * Goes on for whoever has signed in: to where the service lets the page lead, and no sooner than nothing is owed. Until then the address
 * keeps where that is (`Duties`). Whoever has left the page that asked is not led away.
 */
export function useLeadOn(): (from: Query) => Promise<void> {
  const isGone = useIsGone()
  return async (from) => {
    const isOwing = owes(client.session)
    const address = isOwing ? null : await leadFrom(from)
    if (isGone.current) return
    if (isOwing) go(addressOf('/', from), { isReplaced: true })
    else goOn(address)
  }
}

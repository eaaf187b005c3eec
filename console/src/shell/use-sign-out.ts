import { acting } from '../api/acting.ts'
import { client } from '../api/client.ts'
import { finishOwed } from '../api/owed.ts'
import { leaveBy } from '../ui/form/leaving.ts'
import { tellFault } from '../ui/toasts.tsx'
import { useStopActing } from './acting/ActingBar.tsx'

/** Ends the session, or the acting of this tab: what is half typed asks first, and what waits to be done is done before. */
export function useSignOut(): () => void {
  const { stop } = useStopActing()
  async function signOut() {
    await finishOwed()
    await client.signOut()
  }
  return () => leaveBy(() => void (acting() ? stop() : signOut().catch(tellFault)))
}

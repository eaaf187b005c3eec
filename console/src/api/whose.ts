/** Whose page this is: what one person read is shown to no other. */
import { client, ownClient } from './client.ts'
import { queries } from './queries.ts'

/**
 * From now on nothing that one account read is left to another. Whoever signs in after somebody else, here or in another tab, must find
 * nothing of theirs, and must never send what they had begun. The same account finds everything again.
 *
 * @param onOther what else of the person before is still here
 */
export function forgetWhoLeft(onOther: () => void): void {
  let who: string | null = null
  ownClient.onSession((session) => {
    if (session.status !== 'signed-in' || session.user.id === who) return
    const isOther = who !== null
    who = session.user.id
    // a tab that acts shows what belongs to whom it acts for
    if (!isOther || client !== ownClient) return
    queries.clear()
    onOther()
  })
}

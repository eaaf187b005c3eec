/** A tab that acts as another admin: the tokens of that are in its memory alone, and the cookie stays that of the own session. */
import { type Client, client, ownClient, speakBy } from './client.ts'

interface Acted {
  readonly id: string
  readonly name: string
  stop(): Promise<boolean>
}

let current: Acted | null = null

/** Outlives a reload, and holds nothing but whom this tab was for: the page asks again then, and never goes on as somebody else unseen. */
const place = 'tenantry-acts-as'

/** For whom this tab acts now. */
export const acting = (): Pick<Acted, 'id' | 'name'> | null => current

/** For whom this tab acted before it was loaded again; null where it still does, or never did. */
export const actedForBefore = (): string | null => (current === null ? sessionStorage.getItem(place) : null)

/** From now on this tab is that admin. @throws Failure: 403 `impersonation_forbidden` where it may not be */
export async function actAs(admin: { readonly id: string; readonly name: string }, reason: string | undefined): Promise<void> {
  const { client: other, stop } = await ownClient.actAs(admin.id, reason)
  sessionStorage.setItem(place, admin.id)
  current = { ...admin, stop }
  speakBy(other as Client)
}

/**
 * Back to the own session, whose other tabs go on as they are.
 *
 * @returns whether that is the one that the acting began in: somebody else may have signed in meanwhile
 * @throws Failure: this tab acts on then
 */
export async function stopActing(): Promise<boolean> {
  const goesOn = (await current?.stop()) ?? false
  forgetActing()
  return goesOn
}

/** This tab is its owner's again, without asking the service: the acting has ended by itself, or never began. */
export function forgetActing(): void {
  sessionStorage.removeItem(place)
  current = null
  if (client !== ownClient) speakBy(ownClient)
}

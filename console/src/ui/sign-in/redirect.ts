/** Signing in through a provider, or linking one: the browser goes there and comes back to `/callback/<provider>`, and what was begun is kept meanwhile. */
import type { Reply } from '../../api/client.ts'

export type Provider = Reply<'getSignInStart'>['providers'][number]

export interface Begun<T> {
  /** Whether its answer was sent on: it is good once. */
  isSent?: boolean
  readonly provider: string
  readonly state: string
  readonly nonce: string | null
  readonly codeVerifier: string
  /** Where one signs in, as the request says it. */
  readonly target: T
  readonly returnTo?: string | undefined
  /** Id of the session whose account whoever comes back is to be linked to; without one they sign in. */
  readonly linkFor?: string | undefined
}

export interface Returned<T> {
  /** Null for an answer to nothing that this tab began. */
  readonly begun: Begun<T> | null
  readonly code: string | null
}

const place = 'tenantry-redirect'

/**
 * Leaves this page for the provider's: what waits for it waits until the page is gone, or somebody has come back to it as it was left, by the
 * way back of the browser.
 *
 * @throws Error for an address that no browser should follow
 */
export async function leaveFor<T>(
  answer: Reply<'signInByProvider'>,
  asked: Pick<Begun<T>, 'provider' | 'target' | 'returnTo' | 'linkFor'>,
): Promise<void> {
  if (!('authorizationUrl' in answer)) throw new Error('no address to go to')
  const { authorizationUrl, state, nonce, codeVerifier } = answer
  if (!/^https?:$/.test(new URL(authorizationUrl).protocol)) throw new Error('not an address of a page')
  const begun: Begun<T> = { ...asked, state, nonce, codeVerifier }
  // of this tab alone and good once: without the code of the provider it opens nothing
  sessionStorage.setItem(place, JSON.stringify(begun))
  location.assign(authorizationUrl)
  await new Promise<void>((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve())
  })
}

/** Taken out of the address at once: a code opens a session. One that answers to nothing of this tab is somebody else's. */
export function takeAnswer<T>(provider: string): Returned<T> {
  const answer = new URLSearchParams(location.search)
  history.replaceState(history.state, '', location.pathname)
  const text = sessionStorage.getItem(place)
  // what was begun is good for one answer
  sessionStorage.removeItem(place)
  const begun = text === null ? null : (JSON.parse(text) as Begun<T>)
  const isOurs = begun !== null && begun.provider === provider && answer.get('state') === begun.state
  return { begun: isOurs ? begun : null, code: answer.get('code') }
}

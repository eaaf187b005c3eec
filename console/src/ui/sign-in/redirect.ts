/** Signing in through a provider, or linking one: the browser goes there and comes back to `/callback/<provider>`, and what was begun is kept meanwhile. */
import type { Reply } from '../../api/client.ts'
import type { Target } from './answers.ts'
import { untilLeft } from './until-left.ts'

export type Provider = Reply<'getSignInStart'>['providers'][number]

/** The page that somebody left for a provider, as its address says it. */
export interface From {
  readonly w?: string | undefined
  readonly returnTo?: string | undefined
}

/** What somebody goes to a provider for. */
export interface Asked extends From {
  readonly provider: string
  /** Where an admin signs in, as the request says it; an end user does by `w`. */
  readonly target: Target
  /** Id of the session whose account whoever comes back is to be linked to; without one they sign in. */
  readonly linkFor?: string | undefined
}

export interface Begun extends Asked {
  /** Whether its answer was sent on: it is good once. */
  isSent?: boolean
  readonly state: string
  readonly nonce: string | null
  readonly codeVerifier: string
}

export interface Returned {
  /** Null for an answer to nothing that this tab began. */
  readonly begun: Begun | null
  readonly code: string | null
  /** Where the way back leads; of what was begun, else of the address: the page may be loaded again. */
  readonly from: From
}

const place = 'tenantry-redirect'

/**
 * Leaves this page for the provider's: what waits for it waits until the page is gone (`untilLeft`).
 *
 * @throws Error for an address that no browser should follow
 */
export async function leaveFor(answer: Reply<'signInByProvider'>, asked: Asked): Promise<void> {
  if (!('authorizationUrl' in answer)) throw new Error('no address to go to')
  const { authorizationUrl, state, nonce, codeVerifier } = answer
  if (!/^https?:$/.test(new URL(authorizationUrl).protocol)) throw new Error('not an address of a page')
  const begun: Begun = { ...asked, state, nonce, codeVerifier }
  // of this tab alone and good once: without the code of the provider it opens nothing
  sessionStorage.setItem(place, JSON.stringify(begun))
  location.assign(authorizationUrl)
  await untilLeft()
}

/**
 * Taken out of the address at once: a code opens a session. One that answers to nothing of this tab is somebody else's. The page that was
 * left stands there from then on.
 */
export function takeAnswer(provider: string): Returned {
  const answer = new URLSearchParams(location.search)
  const text = sessionStorage.getItem(place)
  // what was begun is good for one answer
  sessionStorage.removeItem(place)
  const begun = text === null ? null : (JSON.parse(text) as Begun)
  const isOurs = begun !== null && begun.provider === provider && answer.get('state') === begun.state
  const { w, returnTo } = isOurs ? begun : { w: answer.get('w'), returnTo: answer.get('returnTo') }
  const from = { ...(w && { w }), ...(returnTo && { returnTo }) }
  history.replaceState(history.state, '', `${location.pathname}?${new URLSearchParams(from)}`.replace(/\?$/, ''))
  return { begun: isOurs ? begun : null, code: answer.get('code'), from }
}

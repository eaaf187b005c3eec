/** Signing in through a provider: the browser goes there and comes back to `/callback/<provider>`, and what was begun is kept meanwhile. */
import { call } from '../../api/client.ts'
import { consolePath } from '../../api/return-to.ts'
import type { Target } from '../../ui/sign-in-answers.ts'

export interface Begun {
  /** Whether its answer was sent on: it is good once. */
  isSent?: boolean
  readonly provider: string
  readonly state: string
  readonly nonce: string | null
  readonly codeVerifier: string
  readonly target: Target
  readonly returnTo: string | undefined
}

const place = 'tenantry-redirect'

export const callbackOf = (provider: string): string => `${location.origin}${consolePath}/callback/${provider}`

/** Leaves this page. @throws Failure; Error for an address that no browser should follow */
export async function goToProvider(provider: string, target: Target, returnTo: string | undefined): Promise<void> {
  const answer = await call('signInByProvider', { path: { provider }, body: { ...target, redirectUri: callbackOf(provider) } })
  if (!('authorizationUrl' in answer)) throw new Error('no address to go to')
  const { authorizationUrl, state, nonce, codeVerifier } = answer
  if (!/^https?:$/.test(new URL(authorizationUrl).protocol)) throw new Error('not an address of a page')
  const begun: Begun = { provider, state, nonce, codeVerifier, target, returnTo }
  // of this tab alone and good once: without the code of the provider it opens nothing
  sessionStorage.setItem(place, JSON.stringify(begun))
  location.assign(authorizationUrl)
}

/** What was begun in this tab; it is good for one answer. */
export function takeBegun(): Begun | null {
  const text = sessionStorage.getItem(place)
  sessionStorage.removeItem(place)
  return text === null ? null : (JSON.parse(text) as Begun)
}

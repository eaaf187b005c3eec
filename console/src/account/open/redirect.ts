/** Where a provider sends end users back to, and how they go there. */
import { call } from '../../api/client.ts'
import { leaveFor } from '../../ui/sign-in/redirect.ts'
import { accountPath, type From } from '../place.ts'
import { tenantOf } from '../workspace.ts'

export const callbackOf = (provider: string): string => `${location.origin}${accountPath}/callback/${provider}`

/** Leaves this page. @throws Failure; Error for an address that no browser should follow */
export async function goToProvider(provider: string, { w, returnTo }: From, linkFor?: string): Promise<void> {
  const body = { ...tenantOf(w), redirectUri: callbackOf(provider) }
  const answer = await call('signInUserByProvider', { path: { provider }, body })
  return await leaveFor(answer, { provider, target: {}, w, returnTo, linkFor })
}

/** Where a provider sends admins back to, and how they go there. */
import { call } from '../../api/client.ts'
import { consolePath } from '../../api/return-to.ts'
import type { Target } from '../../ui/sign-in/answers.ts'
import { leaveFor } from '../../ui/sign-in/redirect.ts'

export const callbackOf = (provider: string): string => `${location.origin}${consolePath}/callback/${provider}`

/** Leaves this page. @throws Failure; Error for an address that no browser should follow */
export async function goToProvider(provider: string, target: Target, returnTo: string | undefined): Promise<void> {
  const body = { ...target, redirectUri: callbackOf(provider) }
  leaveFor(await call('signInByProvider', { path: { provider }, body }), { provider, target, returnTo })
}

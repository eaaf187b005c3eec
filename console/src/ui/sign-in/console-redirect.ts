/** Where a provider sends admins back to, and how they go there. */
import { call } from '../../api/client.ts'
import { consolePath } from '../../api/console-path.ts'
import type { Target } from './answers.ts'
import { type Asked, leaveFor } from './redirect.ts'

export const callbackOf = (provider: string): string => `${location.origin}${consolePath}/callback/${provider}`

/** Leaves this page. @throws Failure; Error for an address that no browser should follow */
export async function goToProvider(provider: string, target: Target, more: Omit<Asked, 'provider' | 'target'>): Promise<void> {
  const body = { ...target, redirectUri: callbackOf(provider) }
  return await leaveFor(await call('signInByProvider', { path: { provider }, body }), { provider, target, ...more })
}

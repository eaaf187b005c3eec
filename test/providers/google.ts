/** Google on loopback at a service that a test started without providers. */
import type { IdentityProvider } from '#core/identity-provider.ts'
import type { TestApp } from '../harness.ts'
import { startOpenIdIssuer } from '../rig/openid.ts'

export type Sign = (claims: Record<string, unknown>) => Promise<string>

const clientId = 'tenantry-at-google'

/** Has google at this service stand for a provider on loopback. @returns what signs its tokens */
async function begin(app: TestApp): Promise<Sign> {
  const issuer = await startOpenIdIssuer(() => app.clock.now(), clientId, 'ES256')
  const google: IdentityProvider = {
    protocol: 'openid',
    name: 'google',
    displayName: 'Google',
    issuer: issuer.issuer,
    clientId,
    clientSecret: 'secret',
    scopes: 'openid email profile',
    vouches: ({ email_verified: isVerified }) => isVerified === true,
    reach: 'any',
  }
  const known = app.open.service.providers.known as IdentityProvider[]
  known.splice(0, known.length, google)
  return issuer.sign
}

const begun = new WeakMap<TestApp, Promise<Sign>>()

/** What signs the tokens of google at this service, which knows no other provider. */
export function googleAt(app: TestApp): Promise<Sign> {
  const sign = begun.get(app) ?? begin(app)
  begun.set(app, sign)
  return sign
}

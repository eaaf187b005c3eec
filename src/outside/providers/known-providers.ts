import type { Claims, GraphProvider, IdentityProvider, OpenIdProvider } from '#core/identity-provider.ts'
import { type AppleKey, appleClientSecret } from './apple-secret.ts'

interface OpenIdClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
}

/** The providers of the configuration; null for one that is off. */
export interface ProviderConfig {
  readonly google: OpenIdClient | null
  /** Without `key` it takes tokens alone, and no codes. */
  readonly apple: { readonly issuer: string; readonly clientId: string; readonly key: Omit<AppleKey, 'issuer' | 'clientId'> | null } | null
  readonly microsoft: OpenIdClient | null
  readonly facebook: Pick<GraphProvider, 'clientId' | 'clientSecret' | 'graphUrl' | 'dialogUrl'> | null
}

const issuerOfGoogle = 'https://accounts.google.com'

/** The four providers as far as they are on, in the order in which they are shown. */
export function knownProviders({ google, apple, microsoft, facebook }: ProviderConfig): IdentityProvider[] {
  const ofOperator = { protocol: 'openid', reach: 'any' } as const
  const found: (IdentityProvider | null)[] = [
    google && {
      ...ofOperator,
      ...google,
      name: 'google',
      displayName: 'Google',
      // as Google says of its own tokens ("Validate an ID token")
      ...(google.issuer === issuerOfGoogle && { alsoSignsAs: ['accounts.google.com'] }),
      tokensOnly: google.clientSecret === null,
      scopes: 'openid email profile',
      vouches: saysVerified,
    },
    apple && appleProvider(apple),
    microsoft && {
      ...ofOperator,
      ...microsoft,
      name: 'microsoft',
      displayName: 'Microsoft',
      tokensOnly: microsoft.clientSecret === null,
      scopes: 'openid email profile',
      // the address itself is whatever the directory's administrator wrote ("Claims validation": never to be trusted without it)
      vouches: ({ xms_edov: isDomainOwned }: Claims) =>
        isDomainOwned === true || isDomainOwned === 1 || isDomainOwned === '1' || isDomainOwned === 'true',
    },
    facebook && {
      ...facebook,
      protocol: 'graph',
      name: 'facebook',
      displayName: 'Facebook',
      scopes: 'public_profile,email',
      reach: 'any',
    },
  ]
  return found.filter((provider) => provider !== null)
}

/** `email_verified` (OpenID Connect Core 1.0, section 5.1); Apple writes it as text, too. */
const saysVerified = ({ email_verified: isVerified }: Claims): boolean => isVerified === true || isVerified === 'true'

const appleProvider = ({ issuer, clientId, key }: NonNullable<ProviderConfig['apple']>): OpenIdProvider => ({
  protocol: 'openid',
  name: 'apple',
  displayName: 'Apple',
  issuer,
  clientId,
  clientSecret: key && ((now) => appleClientSecret({ ...key, issuer, clientId }, now)),
  tokensOnly: key === null,
  scopes: 'openid email name',
  // Apple gives names and addresses by a form alone
  authorizationParams: { response_mode: 'form_post' },
  vouches: saysVerified,
  reach: 'any',
})

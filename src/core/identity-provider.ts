import type { Reach } from './checked-request.ts'

/** What an ID token says, whoever signed it. */
export type Claims = Readonly<Record<string, unknown>>

/** A provider that speaks OpenID Connect. */
export interface OpenIdProvider {
  readonly protocol: 'openid'
  /** In lower case, as it stands in addresses. */
  readonly name: string
  /** What stands in links instead of the name: of a tenant's own provider, whose name another one may have tomorrow. */
  readonly linkedAs?: string
  /** Of a tenant's own: whether the tenant believes what it says of addresses. */
  readonly trustEmail?: boolean
  readonly displayName: string
  /** Exact; may hold `{tenantid}`, which stands for the `tid` of each token. Its discovery document names all other addresses. */
  readonly issuer: string
  /** Other spellings of itself that it signs with. */
  readonly alsoSignsAs?: readonly string[]
  readonly clientId: string
  /** For the code flow; null where the client has none. */
  readonly clientSecret: string | ((now: Date) => Promise<string>) | null
  /** It takes ID tokens alone, for a secret that it wants with codes is not set. */
  readonly tokensOnly?: boolean
  readonly scopes: string
  /** What its page wants to be sent besides. */
  readonly authorizationParams?: Readonly<Record<string, string>>
  /** Whether these claims say that the address belongs to the person. */
  readonly vouches: (claims: Claims) => boolean
  readonly reach: Reach
}

/** Facebook, whose access tokens are asked about at its Graph API. */
export interface GraphProvider {
  readonly protocol: 'graph'
  readonly name: 'facebook'
  readonly displayName: string
  readonly clientId: string
  readonly clientSecret: string
  readonly graphUrl: string
  readonly dialogUrl: string
  readonly scopes: string
  readonly reach: Reach
}

export type IdentityProvider = OpenIdProvider | GraphProvider

/** The providers that the service itself knows: no tenant may take their names. */
export const globalProviderNames: readonly string[] = ['google', 'apple', 'microsoft', 'facebook']

/** What stands in links for a provider. */
export const linkKeyOf = (provider: IdentityProvider): string =>
  (provider.protocol === 'openid' ? provider.linkedAs : undefined) ?? provider.name

/** Somebody, as a provider knows them. */
export interface Identity {
  /** `linkKeyOf` the provider. */
  readonly provider: string
  /** What the provider calls them for ever, whatever their address becomes. */
  readonly subject: string
  /** Null where it told none that is an address. */
  readonly email: string | null
  /** That the provider vouches for the address. */
  readonly isEmailProved: boolean
  readonly firstName: string
  readonly lastName: string
  readonly displayName: string
  /** What may be accepted once, and how long it must be remembered; null where the provider itself sees to that. */
  readonly once: { readonly hash: Buffer; readonly until: Date } | null
}

/** What a client brings back from a provider. */
export type ProviderProof =
  | { readonly token: string; readonly nonce?: string | null | undefined }
  | { readonly code: string; readonly redirectUri: string; readonly codeVerifier: string; readonly nonce?: string | null | undefined }

/** The beginning of a redirect; the client keeps all of it, and sends the address its user's browser goes to. */
export interface Beginning {
  readonly authorizationUrl: string
  readonly state: string
  /** Null where the provider has none. */
  readonly nonce: string | null
  readonly codeVerifier: string
}

/** The proof proves nothing. `reason` is for the log, and holds nothing of the proof. */
export class ProofRefused extends Error {
  readonly reason: string

  constructor(reason: string, cause?: unknown) {
    super(`the proof of a provider was refused: ${reason}`, { cause })
    this.name = 'ProofRefused'
    this.reason = reason
  }
}

/** The provider gave no answer that can be used; the same may work later. */
export class ProviderAway extends Error {
  constructor(provider: string, cause: unknown) {
    super(`the provider ${provider} gave no usable answer`, { cause })
    this.name = 'ProviderAway'
  }
}

/** All that is asked of providers. */
export interface IdentityProviders {
  /** Those of the configuration that are on, in the order in which they are shown. */
  readonly known: readonly IdentityProvider[]
  /** @throws ProofRefused, ProviderAway */
  identify(provider: IdentityProvider, proof: ProviderProof, now: Date): Promise<Identity>
  /** @throws ProviderAway */
  begin(provider: IdentityProvider, redirectUri: string, now: Date): Promise<Beginning>
}

import { createLocalJWKSet, type JSONWebKeySet, type JWK } from 'jose'
import type { CheckedClient } from '#core/checked-request.ts'
import { type OpenIdProvider, ProviderAway } from '#core/identity-provider.ts'
import { KeptDocument } from './kept-document.ts'
import { objectAt } from './provider-request.ts'

/** What the discovery document of an issuer is read for (OpenID Connect Discovery 1.0, section 3). */
export interface IssuerMetadata {
  readonly issuer: string
  readonly jwksUri: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly tokenAuthMethods: readonly string[]
}

/** The keys that an issuer signs with. */
export interface IssuerKeys {
  readonly find: ReturnType<typeof createLocalJWKSet>
  readonly keys: readonly JWK[]
}

/** Placeholder of an issuer that signs for many directories, as Microsoft writes it. */
export const directoryMark = '{tenantid}'

const mostIssuers = 200
const mostKeys = 50
/** Of an RSA modulus in base64url: 8192 bits. A longer one makes each look at a token dear. */
const longestModulus = 1366

/** Discovery documents and keys of issuers, in the memory of this process; those longest unused make room. */
export class IssuerDocuments {
  readonly #client: CheckedClient
  readonly #issuers = new Map<string, { metadata: KeptDocument<IssuerMetadata>; keys: KeptDocument<IssuerKeys> }>()

  constructor(client: CheckedClient) {
    this.#client = client
  }

  /** @throws ProviderAway */
  metadata(provider: OpenIdProvider, now: Date): Promise<IssuerMetadata> {
    return this.#of(provider).metadata.read(now)
  }

  /** @throws ProviderAway */
  keys(provider: OpenIdProvider, now: Date): Promise<IssuerKeys> {
    return this.#of(provider).keys.read(now)
  }

  /** The keys anew, where one is missing; null within the minute after the last look. @throws ProviderAway */
  keysAgain(provider: OpenIdProvider, now: Date): Promise<IssuerKeys | null> {
    return this.#of(provider).keys.again(now)
  }

  #of(provider: OpenIdProvider) {
    // one that strangers named must not be answered from what an operator's own reach has found
    const place = `${provider.reach} ${provider.issuer}`
    const asked = { client: this.#client, provider }
    const known = this.#issuers.get(place)
    this.#issuers.delete(place)
    const metadata =
      known?.metadata ?? new KeptDocument(async () => metadataIn(provider, await objectAt(asked, discoveryUrl(provider.issuer))))
    const keys = known?.keys ?? new KeptDocument(async (now) => keysIn(await objectAt(asked, (await metadata.read(now)).jwksUri)))
    this.#issuers.set(place, { metadata, keys })
    for (const oldest of this.#issuers.keys()) {
      if (this.#issuers.size <= mostIssuers) break
      this.#issuers.delete(oldest)
    }
    return { metadata, keys }
  }
}

/** Where the discovery document of an issuer lies (OpenID Connect Discovery 1.0, section 4). */
export const discoveryUrl = (issuer: string) =>
  `${issuer.replace(directoryMark, 'common').replace(/\/$/, '')}/.well-known/openid-configuration`

/** The issuer must call itself what we call it (section 4.3), and an encrypted one must name no address that is not. */
function metadataIn(provider: OpenIdProvider, document: Record<string, unknown>): IssuerMetadata {
  const { issuer, name } = provider
  const address = (field: string): string => {
    const value = document[field]
    const isWeb = (text: string) => text.startsWith('https://') || (issuer.startsWith('http://') && text.startsWith('http://'))
    const isUrl = typeof value === 'string' && URL.canParse(value) && isWeb(value)
    if (!isUrl) throw new ProviderAway(name, new Error(`discovery: ${field} is missing or not https`))
    return value
  }
  if (document.issuer !== issuer) throw new ProviderAway(name, new Error('discovery: another issuer'))
  const methods = document.token_endpoint_auth_methods_supported
  return {
    issuer,
    jwksUri: address('jwks_uri'),
    authorizationEndpoint: address('authorization_endpoint'),
    tokenEndpoint: address('token_endpoint'),
    tokenAuthMethods: Array.isArray(methods) ? methods.map(String) : ['client_secret_basic'],
  }
}

/** The public keys for signatures among them; whatever else stands there is passed over. */
function keysIn(document: Record<string, unknown>): IssuerKeys {
  const given: unknown[] = Array.isArray(document.keys) ? document.keys : []
  const keys = given.filter(isSigningKey).slice(0, mostKeys)
  return { keys, find: createLocalJWKSet({ keys } as JSONWebKeySet) }
}

function isSigningKey(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null) return false
  const { kty, use, n } = key as JWK
  if (use !== undefined && use !== 'sig') return false
  return kty === 'EC' || kty === 'OKP' || (kty === 'RSA' && typeof n === 'string' && n.length <= longestModulus)
}

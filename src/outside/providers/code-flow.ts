import * as oauth from 'oauth4webapi'
import type { CheckedClient } from '#core/checked-request.ts'
import { type Beginning, type OpenIdProvider, ProofRefused, ProviderAway } from '#core/identity-provider.ts'
import type { IssuerDocuments, IssuerMetadata } from './issuer-documents.ts'
import { ask, objectIn } from './provider-request.ts'

/** Texts of one sign-in, which only the client that began it knows (RFC 7636, section 4; OpenID Connect Core 1.0, section 3.1.2.1). */
export async function freshTexts() {
  const codeVerifier = oauth.generateRandomCodeVerifier()
  return {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    codeVerifier,
    codeChallenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
  }
}

/** Where the browser of somebody goes who signs in at the provider. @throws ProviderAway */
export async function beginAtIssuer(
  documents: IssuerDocuments,
  provider: OpenIdProvider,
  redirectUri: string,
  now: Date,
): Promise<Beginning> {
  const { authorizationEndpoint } = await documents.metadata(provider, now)
  const { codeChallenge, ...kept } = await freshTexts()
  const url = new URL(authorizationEndpoint)
  const query = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scopes,
    state: kept.state,
    nonce: kept.nonce,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...provider.authorizationParams,
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { ...kept, authorizationUrl: url.href }
}

/** What the client brings back from the page of the provider. */
export interface BroughtCode {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string
}

/**
 * Exchanges a code for the ID token behind it (RFC 6749, section 4.1.3), which is still to be looked at.
 * @throws ProofRefused for a code that the provider does not take, ProviderAway
 */
export async function idTokenOfCode(
  client: CheckedClient,
  documents: IssuerDocuments,
  provider: OpenIdProvider,
  { code, redirectUri, codeVerifier }: BroughtCode,
  now: Date,
): Promise<string> {
  const metadata = await documents.metadata(provider, now)
  const asked = { client, provider }
  const parameters = { code, redirect_uri: redirectUri, code_verifier: codeVerifier }
  const authentication = await clientAuthentication(provider, metadata, now)
  const server = { issuer: metadata.issuer, token_endpoint: metadata.tokenEndpoint }
  let refused = false
  let body: Record<string, unknown> = {}
  await oauth.genericTokenEndpointRequest(server, { client_id: provider.clientId }, authentication, 'authorization_code', parameters, {
    // which addresses may be plain was decided when they were found
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (url, { method, headers, body: form }) => {
      const answer = await ask(asked, { url, method: method as 'POST', headers, body: String(form) })
      if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400))
        throw new ProviderAway(provider.name, new Error(`status ${answer.status}`))
      body = objectIn(asked, answer)
      refused = answer.status !== 200
      return new Response(null)
    },
  })
  if (refused) {
    // what is wrong with us and not with the code (RFC 6749, section 5.2) is for the operator to mend
    if (body.error !== 'invalid_grant' && body.error !== 'invalid_request')
      throw new ProviderAway(provider.name, new Error('client refused'))
    throw new ProofRefused('code')
  }
  if (typeof body.id_token !== 'string') throw new ProviderAway(provider.name, new Error('no ID token'))
  return body.id_token
}

async function clientAuthentication(
  { clientSecret }: OpenIdProvider,
  { tokenAuthMethods }: IssuerMetadata,
  now: Date,
): Promise<oauth.ClientAuth> {
  if (clientSecret === null) return oauth.None()
  const secret = typeof clientSecret === 'string' ? clientSecret : await clientSecret(now)
  return tokenAuthMethods.includes('client_secret_basic') ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}

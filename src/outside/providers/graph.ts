import { createHmac } from 'node:crypto'
import type { CheckedClient } from '#core/checked-request.ts'
import { type Beginning, type GraphProvider, type Identity, ProofRefused, ProviderAway } from '#core/identity-provider.ts'
import { type BroughtCode, freshTexts } from './code-flow.ts'
import { personOf } from './person.ts'
import { ask, objectIn } from './provider-request.ts'

const longestSubject = 255

/**
 * Who an access token of Facebook is about: one of our own app (Graph API, "debug_token"), and of somebody who is still there. Its address
 * is never vouched for.
 * @throws ProofRefused, ProviderAway
 */
export async function identityOfAccessToken(client: CheckedClient, provider: GraphProvider, token: string, now: Date): Promise<Identity> {
  const { clientId, clientSecret } = provider
  const { data } = await graph(client, provider, 'debug_token', { input_token: token, access_token: `${clientId}|${clientSecret}` })
  const facts = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  const userId = String(facts.user_id ?? '')
  const end = facts.expires_at
  if (facts.is_valid !== true || String(facts.app_id) !== clientId) throw new ProofRefused('app')
  if (typeof end === 'number' && end > 0 && end * 1000 <= now.getTime()) throw new ProofRefused('expired')
  const appsecretProof = createHmac('sha256', clientSecret).update(token).digest('hex')
  const fields = 'id,first_name,last_name,name,email'
  const me = await graph(client, provider, 'me', { fields, access_token: token, appsecret_proof: appsecretProof })
  if (typeof me.id !== 'string' || me.id === '' || me.id.length > longestSubject || me.id !== userId) throw new ProofRefused('subject')
  return {
    provider: provider.name,
    subject: me.id,
    ...personOf({ email: me.email, firstName: me.first_name, lastName: me.last_name, displayName: me.name }),
    isEmailProved: false,
    once: null,
  }
}

/** Where the browser of somebody goes who signs in at Facebook. */
export async function beginAtDialog({ dialogUrl, clientId, scopes }: GraphProvider, redirectUri: string): Promise<Beginning> {
  const { state, codeVerifier, codeChallenge } = await freshTexts()
  const url = new URL(dialogUrl)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { authorizationUrl: url.href, state, nonce: null, codeVerifier }
}

/** Exchanges a code for an access token. @throws ProofRefused, ProviderAway */
export async function accessTokenOfCode(client: CheckedClient, provider: GraphProvider, brought: BroughtCode): Promise<string> {
  const answer = await graph(client, provider, 'oauth/access_token', {
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    redirect_uri: brought.redirectUri,
    code: brought.code,
    code_verifier: brought.codeVerifier,
  })
  if (typeof answer.access_token !== 'string') throw new ProviderAway(provider.name, new Error('no access token'))
  return answer.access_token
}

/** What the Graph API refuses (400, 401, 403) was asked with what the caller brought. */
async function graph(client: CheckedClient, provider: GraphProvider, path: string, query: Record<string, string>) {
  const asked = { client, provider }
  const answer = await ask(asked, { url: `${provider.graphUrl.replace(/\/$/, '')}/${path}?${new URLSearchParams(query)}` })
  if ([400, 401, 403].includes(answer.status)) throw new ProofRefused('token')
  if (answer.status !== 200) throw new ProviderAway(provider.name, new Error(`status ${answer.status}`))
  return objectIn(asked, answer)
}

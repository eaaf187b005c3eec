/** A whole OpenID provider on loopback, in place of google, and the browser of whoever goes there. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { atEnd } from '../rig/cleanup.ts'

export const appOrigin = 'https://app.example.test'
export const redirectUri = `${appOrigin}/signed-in`
const secret = 'secret of the whole provider'

/**
 * As an operator would run one; whoever comes is signed in at once, as the account that the request hints at.
 * @returns the environment of a service that has it for its google
 */
export async function startWholeProvider(): Promise<Record<string, string>> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'tenantry',
        client_secret: secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, email: `${sub}@example.test`, email_verified: true, given_name: 'Lina', family_name: 'Khoury' }),
    }),
    interactions: { url: (_ctx, interaction) => `/sign-in/${interaction.uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the tests'] },
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/sign-in/')) return void handle(request, response)
    const { params, prompt, session } = await provider.interactionDetails(request, response)
    const accountId = session?.accountId ?? String(params.login_hint)
    const grant = new provider.Grant({ accountId, clientId: 'tenantry' })
    grant.addOIDCScope('openid email profile')
    const grantId = await grant.save()
    const login = prompt.name === 'login' ? { login: { accountId } } : {}
    await provider.interactionFinished(request, response, { ...login, consent: { grantId } }, { mergeWithLastSubmission: true })
  })
  return { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: 'tenantry', GOOGLE_CLIENT_SECRET: secret, CORS_ORIGINS: appOrigin }
}

/** What a browser does: follows redirects with its cookies until it is sent back to the app, as the person of that subject. */
export async function browse({ authorizationUrl }: { authorizationUrl: string }, subject: string): Promise<URL> {
  const cookies = new Map<string, string>()
  for (let url = `${authorizationUrl}&login_hint=${subject}`, n = 0; n < 10; n++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const next = reply.headers.get('location')
    if (next === null) throw new Error(`no redirect but ${reply.status}: ${await reply.text()}`)
    url = new URL(next, url).href
    if (url.startsWith(appOrigin)) return new URL(url)
  }
  throw new Error('the provider sends the browser about for ever')
}

/** Has a provider on loopback let somebody in by redirect: whoever comes is sent back with a code, and the code is good. */
import type { OpenIdIssuer } from '../../rig/openid.ts'

export interface LetIn {
  /** What the provider says of whoever comes next. */
  claims: Record<string, unknown>
  /** What is added to the way back; a refusal in place of the code, say. */
  back: string
  /** The last way back, as the browser was sent it. */
  last: string
  /** Whether the browser stays at the provider, and the way back is only known. */
  isHeld: boolean
}

export function letIn(google: OpenIdIssuer, claims: Record<string, unknown>): LetIn {
  const door: LetIn = { claims, back: 'code=good', last: '', isHeld: false }
  let nonce = ''
  google.answers.set('/authorize', (request, response) => {
    const asked = new URL(request.url ?? '', google.url).searchParams
    nonce = asked.get('nonce') ?? ''
    door.last = `${asked.get('redirect_uri')}?${door.back}&state=${encodeURIComponent(asked.get('state') ?? '')}`
    if (door.isHeld) response.writeHead(200, { 'content-type': 'text/plain' }).end('held')
    else response.writeHead(302, { location: door.last }).end()
  })
  google.answers.set('/token', async (_request, response) => {
    const body = { access_token: 'a', token_type: 'Bearer', id_token: await google.sign({ ...door.claims, nonce }) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return door
}

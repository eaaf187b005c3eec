/** As much of Facebook's Graph API on loopback as a sign-in asks of it. */
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './cleanup.ts'

export const graphApp = { id: '1234567890', secret: 'secret of the app' }

export interface GraphPerson {
  readonly id: string
  readonly email?: string
  readonly first_name?: string
  readonly last_name?: string
  readonly name?: string
}

export interface GraphApi {
  readonly url: string
  /** An access token of somebody, given to one app. */
  tokenOf(person: GraphPerson, appId?: string): string
  /** A code that is good for such a token, once, with its redirect and the challenge of its verifier. */
  codeOf(person: GraphPerson): string
  /** Answers everything in its place, while it is set. */
  answer: ((response: ServerResponse) => void) | null
}

export async function startGraph(): Promise<GraphApi> {
  const tokens = new Map<string, { person: GraphPerson; appId: string }>()
  const codes = new Map<string, GraphPerson>()
  const server = createServer((request, response) => {
    if (api.answer) return api.answer(response)
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://x')
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/v1/debug_token') {
      if (query.get('access_token') !== `${graphApp.id}|${graphApp.secret}`) return json(400, { error: { code: 190 } })
      const found = tokens.get(query.get('input_token') ?? '')
      return json(200, {
        data: found ? { app_id: found.appId, is_valid: true, user_id: found.person.id, expires_at: 0 } : { is_valid: false },
      })
    }
    const token = query.get('access_token') ?? ''
    if (pathname === '/v1/me') {
      const isProved = query.get('appsecret_proof') === createHmac('sha256', graphApp.secret).update(token).digest('hex')
      const found = tokens.get(token)
      return found && isProved ? json(200, found.person) : json(400, { error: { code: 100 } })
    }
    if (pathname === '/v1/oauth/access_token') {
      const person = codes.get(query.get('code') ?? '')
      codes.delete(query.get('code') ?? '')
      const isOurs = query.get('client_secret') === graphApp.secret && query.get('code_verifier') && query.get('redirect_uri')
      return person && isOurs ? json(200, { access_token: api.tokenOf(person), token_type: 'bearer' }) : json(400, { error: { code: 100 } })
    }
    return json(404, {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const api: GraphApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    tokenOf: (person, appId = graphApp.id) => {
      const token = randomUUID()
      tokens.set(token, { person, appId })
      return token
    },
    codeOf: (person) => {
      const code = randomUUID()
      codes.set(code, person)
      return code
    },
    answer: null,
  }
  return api
}

/** The discovery document of an OpenID provider on loopback, as far as an administrator's naming it is concerned. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './cleanup.ts'

export interface TestIssuer {
  /** What it calls itself. */
  readonly url: string
  /** How often its discovery document was asked for. */
  asked: number
  /** Answers instead of the document, while it is set. */
  answer: ((response: ServerResponse) => void) | null
}

const discoveryPath = '/.well-known/openid-configuration'

/** Starts one; it stops when the test file ends. */
export async function startIssuer(): Promise<TestIssuer> {
  const server = createServer((request, response) => {
    if (request.url !== discoveryPath) return void response.writeHead(404).end()
    issuer.asked++
    if (issuer.answer) return issuer.answer(response)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(discoveryOf(issuer.url)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const issuer: TestIssuer = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: 0, answer: null }
  return issuer
}

/** What stands in it (OpenID Connect Discovery 1.0, section 3). */
export const discoveryOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})

let shared: Promise<TestIssuer> | undefined

/** One for all of a test file that only need some issuer; the next file in the same process starts its own. */
export function someIssuer(): Promise<TestIssuer> {
  if (shared === undefined) {
    shared = startIssuer()
    atEnd(async () => {
      shared = undefined
    })
  }
  return shared
}

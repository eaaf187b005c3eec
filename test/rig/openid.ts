/** An OpenID provider on loopback that signs whatever a test wants, with keys that turn, and that can fail in every way a provider does. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { atEnd } from './cleanup.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

export interface OpenIdIssuer {
  readonly url: string
  /** What it calls itself; another text than its address where a test wants that. */
  issuer: string
  /** Requests so far, by path. */
  readonly asked: Map<string, number>
  /** What is answered at a path in place of the right thing, while it is set. */
  readonly answers: Map<string, Answer>
  /** A token that is right in everything, but for what `claims` and `header` say. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>, key?: CryptoKey): Promise<string>
  /** From now on it signs with a new key; the old one is gone from its document. */
  turnKeys(): Promise<void>
  /** The public key that it signs with now. */
  publicKey(): JWK
}

export async function startOpenIdIssuer(now: () => Date, clientId: string, alg: 'RS256' | 'ES256' = 'RS256'): Promise<OpenIdIssuer> {
  const answers = new Map<string, Answer>()
  const asked = new Map<string, number>()
  let present = await newKey(1, alg)
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    asked.set(path, (asked.get(path) ?? 0) + 1)
    const answer = answers.get(path)
    if (answer) return void answer(request, response)
    const json = (body: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (path.endsWith('/.well-known/openid-configuration')) {
      const at = rig.url
      const endpoints = { jwks_uri: `${at}/keys`, authorization_endpoint: `${at}/authorize`, token_endpoint: `${at}/token` }
      return json({ issuer: rig.issuer, ...endpoints, token_endpoint_auth_methods_supported: ['client_secret_post'] })
    }
    return path === '/keys' ? json({ keys: [present.jwk] }) : response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const rig: OpenIdIssuer = {
    url,
    issuer: url,
    asked,
    answers,
    sign: async (claims, header = {}, key = present.privateKey) => {
      const seconds = Math.floor(now().getTime() / 1000)
      const all = { iss: rig.issuer, aud: clientId, iat: seconds, exp: seconds + 600, jti: crypto.randomUUID(), ...claims }
      return await new SignJWT(all).setProtectedHeader({ alg, kid: present.kid, ...header }).sign(key)
    },
    turnKeys: async () => {
      present = await newKey(Number(present.kid) + 1, alg)
    },
    publicKey: () => present.jwk,
  }
  return rig
}

async function newKey(kid: number, alg: 'RS256' | 'ES256') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { kid: String(kid), privateKey, jwk: { ...(await exportJWK(publicKey)), kid: String(kid), use: 'sig', alg } as JWK }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ClientReader } from '#http/client-address.ts'

/** Headers of every answer (OWASP REST Security Cheat Sheet): nothing is cached, framed, sniffed or referred. */
const always = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

const strictTransport = 'strict-transport-security'
const oneYear = 'max-age=31536000'

export type AnswerHeaders = (request: FastifyRequest) => Record<string, string>

/**
 * What goes on the answer to a request. Where people reach the service by https, browsers are told to use nothing else (RFC 6797). Names
 * below the host are spoken for on the host of `publicUrl` alone: any other is a tenant's own domain, and what else its owner serves below
 * it, over plain http maybe, is not ours to switch off for a year.
 */
export function answerHeaders(publicUrl: () => string, { host }: Pick<ClientReader, 'host'>): AnswerHeaders {
  let known = ''
  let secureHost: string | null = null
  const ours = { ...always, [strictTransport]: `${oneYear}; includeSubDomains` }
  const theirs = { ...always, [strictTransport]: oneYear }
  return (request) => {
    const url = publicUrl()
    if (url !== known) {
      const { protocol, hostname } = new URL(url)
      secureHost = protocol === 'https:' ? hostname : null
      known = url
    }
    if (secureHost === null) return always
    return host(request) === secureHost ? ours : theirs
  }
}

/** Puts those headers on every answer. */
export function secureAnswers(app: FastifyInstance, headersOf: AnswerHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request))
    done()
  })
}

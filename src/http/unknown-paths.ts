import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { AppError } from '#core/errors.ts'
import { languageOf } from '#core/messages.ts'
import { countedRefusal } from '#http/rate-limit/counted-refusal.ts'
import { answerError } from './answer-errors.ts'
import type { HttpDependencies } from './mount.ts'
import { addressesOf, type Routes } from './route.ts'

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'] as const

interface Known {
  readonly url: string
  readonly methods: Set<string>
  hasHead: boolean
}

/**
 * A known path under another method is 405 with `Allow` (RFC 9110, section 15.5.6); anything else 404 `unknown_path`. Both count towards the
 * global limit: valid addresses must not be found by trying.
 */
export function answerUnknownPaths(app: FastifyInstance, dependencies: HttpDependencies, modules: Readonly<Record<string, Routes>>): void {
  const allowed = new Map<string, Known>()
  for (const [base, routes] of Object.entries(modules)) {
    for (const [address, endpoint] of Object.entries(routes)) {
      for (const { method, url } of addressesOf(base, address, endpoint)) {
        const key = url.toLowerCase().replace(/:\w+/g, ':')
        const entry = allowed.get(key) ?? { url, methods: new Set<string>(), hasHead: false }
        entry.methods.add(String(method))
        // a stream that stays open has no head by itself
        if (method === 'GET' && !endpoint.stream && !endpoint.download) entry.hasHead = true
        allowed.set(key, entry)
      }
    }
  }
  const allowOf = ({ methods: known, hasHead }: Known) => [...known, ...(hasHead ? ['HEAD'] : [])].join(', ')
  for (const entry of allowed.values()) {
    const others: HTTPMethods[] = methods.filter((method) => !entry.methods.has(method))
    if (entry.methods.has('GET') && !entry.hasHead) others.push('HEAD')
    // in the first hook: method comes before size, type and everything else
    const onRequest = refusal(dependencies, () => notAllowed(allowOf(entry)))
    app.route({ method: others, url: entry.url, onRequest, handler: unreached })
  }
  // a fixed path is never one with a parameter, as the router has it
  const fixedFirst = [...allowed.values()].sort((a, b) => Number(a.url.includes(':')) - Number(b.url.includes(':')))
  const patterns = fixedFirst.map((entry) => ({ pattern: patternOf(entry.url), allow: allowOf(entry) }))
  const unknown = refusal(dependencies, ({ raw, method }) => {
    if (isRouted(method)) return unknownPath()
    const path = (raw.url ?? '').split('?', 1)[0] as string
    const known = patterns.find(({ pattern }) => pattern.test(path))
    return known ? notAllowed(known.allow) : unknownPath()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) void unknown(request, reply)
    else done()
  })
  app.setNotFoundHandler((request, reply) => void unknown(request, reply))
}

/** Not the 404 of a record: who wrote a client should see that the address is wrong. */
const unknownPath = () => new AppError(404, 'unknown_path')
const notAllowed = (allow: string) => new AppError(405, 'method_not_allowed', { headers: { allow } })
const isRouted = (method: string) => method === 'HEAD' || (methods as readonly string[]).includes(method)
/** Of a path as the router takes it: in any case, with a slash at the end or without. */
const patternOf = (url: string) => new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`, 'i')

const unreached = () => {
  throw new Error('answered in the first hook')
}

/** Answers every request with one error, once it is counted. */
function refusal(dependencies: HttpDependencies, errorOf: (request: FastifyRequest) => AppError) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const error = await countedRefusal(dependencies, request, errorOf(request))
    return answerError(error, request, reply, languageOf(request.headers['accept-language']))
  }
}

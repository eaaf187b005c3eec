import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { AppError } from '#core/errors.ts'
import { languageOf } from '#core/messages.ts'
import { countedRefusal } from '#http/rate-limit/counted-refusal.ts'
import { answerError } from './answer-errors.ts'
import type { HttpDependencies } from './mount.ts'
import { addressesOf, type Routes } from './route.ts'

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
  // a path that two of them match is of the one that the router prefers
  const answers = [...allowed.values()].map(answerOf).sort((one, other) => Number(isBefore(other, one)) - Number(isBefore(one, other)))
  for (const method of new Set(['HEAD', ...answers.flatMap(({ methods }) => [...methods])])) {
    // without a route of its own the router would take a word of it for an id; the least preferred first, since each may shadow others
    const routed = answers.filter((entry) => hasMethod(entry, method))
    for (const entry of answers.toReversed()) {
      if (routed.includes(entry) || !routed.some((other) => isBefore(entry, other) && overlap(entry, other))) continue
      routed.push(entry)
      app.route({ method: method as HTTPMethods, url: entry.url, onRequest: refusal(dependencies, entry.refused), handler: unreached })
    }
  }
  const unknown = refusal(dependencies, ({ raw, method }) => {
    const path = pathOf(raw.url ?? '')
    const found = answers.find(({ pattern }) => pattern.test(path))
    // what the router did not take for another reason is no other method
    return found && !hasMethod(found, method) ? found.refused() : unknownPath()
  })
  // before the body is read: method comes before size, type and everything else
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || (request.method === 'OPTIONS' && request.routeOptions.url === everyOption)) void unknown(request, reply)
    else done()
  })
  app.setNotFoundHandler((request, reply) => void unknown(request, reply))
}

/** The route of `@fastify/cors`, whose hook has answered what asks for permission to call. */
const everyOption = '*'
/** Not the 404 of a record: who wrote a client should see that the address is wrong. */
const unknownPath = () => new AppError(404, 'unknown_path')
const hasMethod = ({ methods: known, hasHead }: Known, method: string) => (method === 'HEAD' ? hasHead : known.has(method))

interface Answer extends Known {
  readonly segments: readonly string[]
  /** In the order of the router, which takes a word before a parameter, from the first segment on. */
  readonly preference: string
  readonly pattern: RegExp
  readonly refused: () => AppError
}

function answerOf(entry: Known): Answer {
  const segments = entry.url.toLowerCase().split('/')
  const allow = [...entry.methods, ...(entry.hasHead ? ['HEAD'] : [])].join(', ')
  return {
    ...entry,
    segments,
    preference: segments.map((segment) => (isParameter(segment) ? '1' : '0')).join(''),
    pattern: patternOf(entry.url),
    refused: () => new AppError(405, 'method_not_allowed', { headers: { allow } }),
  }
}

const isParameter = (segment: string) => segment.startsWith(':')
const isBefore = (one: Answer, other: Answer) => one.preference < other.preference

/** Whether some path is one of both: each segment is the same, or stands for any in one of them. */
const overlap = ({ segments }: Answer, other: Answer): boolean =>
  segments.length === other.segments.length &&
  segments.every((segment, at) => segment === other.segments[at] || isParameter(segment) || isParameter(other.segments[at]!))

/** As the router reads it: without scheme and host (RFC 9112, section 3.2.2), up to `?` or `#`, decoded but for what would end a segment. */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]!
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
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

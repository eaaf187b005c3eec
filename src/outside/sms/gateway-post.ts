import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as requestTls } from 'node:https'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { request as requestPlain } from '#core/node-http.ts'

/** How long a gateway may take, in milliseconds, and how much of its answer is read, in bytes. */
export interface GatewayLimits {
  connectMs: number
  wholeMs: number
  answerBytes: number
}

export const gatewayLimits: GatewayLimits = { connectMs: 5000, wholeMs: 10_000, answerBytes: 65_536 }

export interface GatewayAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Empty where it was longer than may be, or did not end. */
  readonly body: string
}

/** No answer. `isReached`: a connection was there, so that nobody knows what the other side did. */
export class GatewayFault extends Error {
  readonly isReached: boolean
  readonly code: string | undefined

  constructor(cause: unknown, isReached: boolean) {
    const { message, code } = cause as { message?: string; code?: string }
    super(message ?? String(cause), { cause })
    this.name = 'GatewayFault'
    this.isReached = isReached
    this.code = code
  }
}

export interface GatewayPost {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly limits: GatewayLimits
  /** Ends it at once. */
  readonly signal?: AbortSignal | undefined
}

const tooLate = (what: string) => Object.assign(new Error(what), { code: 'ETIMEDOUT' })

/**
 * Posts once, over a connection of its own, and follows no redirect. Once there is a status the answer counts, whether its body ends or not.
 * @throws GatewayFault where no status came within the limits
 */
export async function postToGateway({ url, headers, body, limits, signal }: GatewayPost): Promise<GatewayAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<GatewayAnswer>()
  const isTls = url.protocol === 'https:'
  const length = String(Buffer.byteLength(body))
  const request = (isTls ? requestTls : requestPlain)(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': length },
    agent: false,
  })
  let isReached = false
  let response: IncomingMessage | null = null
  // a status that is there is the answer, whatever becomes of the rest
  const stop = (error: Error) => (response ? response.destroy() : request.destroy(error))
  const connecting = setTimeout(stop, limits.connectMs, tooLate('no connection in time'))
  const whole = setTimeout(stop, limits.wholeMs, tooLate('no answer in time'))
  const abort = () => stop(new Error('interrupted'))
  signal?.addEventListener('abort', abort, { once: true })
  request.once('socket', (socket: Socket) =>
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      isReached = true
      clearTimeout(connecting)
    }),
  )
  // stays: what is destroyed late speaks once more
  request.on('error', (error) => {
    if (!response) reject(new GatewayFault(error, isReached))
  })
  request.once('response', (head) => {
    response = head
    readAnswer(head, limits.answerBytes).then(resolve, reject)
  })
  if (signal?.aborted) abort()
  else request.end(body)
  try {
    return await promise
  } finally {
    clearTimeout(connecting)
    clearTimeout(whole)
    signal?.removeEventListener('abort', abort)
    request.destroy()
  }
}

async function readAnswer(response: IncomingMessage, mostBytes: number): Promise<GatewayAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  let isWhole = false
  try {
    for await (const chunk of response) {
      size += (chunk as Buffer).length
      if (size > mostBytes) break
      chunks.push(chunk as Buffer)
    }
    isWhole = response.complete && size <= mostBytes
  } catch {
    // it broke off: the status is there all the same
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: isWhole ? Buffer.concat(chunks).toString('utf8') : '' }
}

/** Whether somebody answers there, with TLS where the address asks for it; says nothing to them. Throws what is in the way. */
export async function reachGateway(url: URL, limits: GatewayLimits): Promise<void> {
  const isTls = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  const socket = isTls ? connectTls({ host, port, ...(/[a-z]/i.test(host) && { servername: host }) }) : connectPlain({ host, port })
  // a fault that comes after the end must not end the process
  socket.on('error', () => {})
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(limits.connectMs) })
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? tooLate('no connection in time') : error
  } finally {
    socket.destroy()
  }
}

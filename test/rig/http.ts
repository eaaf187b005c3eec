/** A small HTTP client that changes nothing it sends and keeps everything it gets, and a sender of raw bytes. */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { atEnd } from './cleanup.ts'

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead of `body`; the content type is then the caller's. */
  raw?: string | Uint8Array
  headers?: OutgoingHttpHeaders
  /** Sent as `authorization: Bearer …`. */
  token?: string | undefined
  /** Gives the request up and fails; a bound against hanging, in milliseconds. */
  timeoutMs?: number
}

export interface Reply {
  status: number
  /** By lower-case name, as node joins them; `set-cookie` is always a list. */
  headers: IncomingHttpHeaders
  /** Names and values in the order and spelling of the server. */
  rawHeaders: string[]
  text: string
  /** The parsed body; undefined when it is empty or no JSON. Each test says what it expects of it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it then asserts
  json: any
}

type Watch = (method: string, path: string, reply: Reply) => void

export interface Client {
  /** @param path goes out as written: `..`, double slashes and bad percent signs included */
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>
  get(path: string, options?: RequestOptions): Promise<Reply>
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Reply>
}

/**
 * @param baseUrl `http://host:port`, or `https://…`; every request opens a connection of its own, so that a restart spoils none
 * @param agent for https: what certificates it takes, and whether connections are kept
 * @param watch is told each answer; what it throws fails the request
 */
export function client(baseUrl: string, agent?: HttpsAgent, watch?: Watch): Client {
  const { hostname, port, protocol } = new URL(baseUrl)
  const send = protocol === 'https:' ? httpsRequest : httpRequest

  async function request(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    const content = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    const headers: OutgoingHttpHeaders = {
      ...(options.raw === undefined && content !== undefined && { 'content-type': 'application/json' }),
      ...(content !== undefined && { 'content-length': Buffer.byteLength(content) }),
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    }
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const timeoutMs = options.timeoutMs ?? 60_000
    const outgoing = send({ hostname, port, method, path, headers, agent: agent ?? false, timeout: timeoutMs }, (incoming) => {
      const text = isEventStream(incoming) ? firstEventOf(incoming) : readText(incoming)
      text
        .then((text) => {
          const { statusCode = 0, headers, rawHeaders } = incoming
          const reply = { status: statusCode, headers, rawHeaders, text, json: parsed(text) }
          if (!saysWhy(reply)) throw new Error(`${method} ${path} is refused without a why: ${text}`)
          watch?.(method, path, reply)
          resolve(reply)
        })
        .catch(reject)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path} within ${timeoutMs} ms`)))
    outgoing.on('error', reject)
    outgoing.end(content)
    return promise
  }

  return {
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, body, options) => request('POST', path, { ...options, body }),
  }
}

/**
 * Sends bytes as they are and collects what comes back until the server closes the connection.
 *
 * @param options.timeoutMs stops waiting for the close; what came until then is the answer
 * @param options.half ends our side after the last byte
 * @returns the answer byte for byte (latin1), and whether the server closed the connection
 */
export async function sendRaw(
  baseUrl: string,
  bytes: string | Uint8Array,
  options: { timeoutMs?: number; half?: boolean } = {},
): Promise<{ text: string; closed: boolean }> {
  const { hostname, port } = new URL(baseUrl)
  const { promise, resolve, reject } = Promise.withResolvers<{ text: string; closed: boolean }>()
  const socket = connect(Number(port), hostname)
  let text = ''
  const timer = setTimeout(() => {
    resolve({ text, closed: false })
    socket.destroy()
  }, options.timeoutMs ?? 5_000)
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  socket.on('connect', () => (options.half ? socket.end(bytes) : socket.write(bytes)))
  socket.on('close', () => {
    clearTimeout(timer)
    resolve({ text, closed: true })
  })
  // A reset is a way of closing; only a connection that never stood is a failure.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') reject(error)
  })
  return promise
}

/** A request whose last bytes are still to come. */
export interface HeldBack {
  /** Whether the server answered without waiting for them. */
  isAnswered(): boolean
  /** Sends them. @returns the answer */
  release(): Promise<Reply>
}

/**
 * Sends a request but for its last bytes, and resolves once the server has read its headers (it is asked to say so, RFC 9110, section
 * 10.1.1) or has answered.
 *
 * @param options.kept how many bytes are held back, 1 unless given
 */
export async function holdBack(
  baseUrl: string,
  method: string,
  path: string,
  options: RequestOptions & { kept?: number },
): Promise<HeldBack> {
  const { hostname, port } = new URL(baseUrl)
  const bytes = Buffer.from(options.raw ?? JSON.stringify(options.body ?? {}))
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json',
    'content-length': bytes.length,
    authorization: `Bearer ${options.token}`,
    expect: '100-continue',
    ...options.headers,
  }
  const answered = Promise.withResolvers<Reply>()
  const heard = Promise.withResolvers<void>()
  let isAnswered = false
  // what a failing test leaves behind would keep the service from closing
  const abandon = atEnd(async () => void outgoing.destroy())
  const outgoing = httpRequest({ hostname, port, method, path, headers, agent: false }, (incoming) => {
    isAnswered = true
    readText(incoming).then((text) => {
      const { statusCode = 0, headers, rawHeaders } = incoming
      answered.resolve({ status: statusCode, headers, rawHeaders, text, json: parsed(text) })
      heard.resolve()
      void abandon()
    }, answered.reject)
  })
  outgoing.on('error', answered.reject)
  answered.promise.catch(heard.reject)
  outgoing.on('continue', () => outgoing.write(bytes.subarray(0, -(options.kept ?? 1)), () => heard.resolve()))
  outgoing.flushHeaders()
  await heard.promise
  return {
    isAnswered: () => isAnswered,
    async release() {
      if (!isAnswered) outgoing.end(bytes.subarray(-(options.kept ?? 1)))
      return await answered.promise
    },
  }
}

const isEventStream = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith('text/event-stream') ?? false

/** What a stream of events that stays open says up to the end of its first event; then it is cut off. */
async function firstEventOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of incoming.setEncoding('utf8')) {
    text += piece
    if (/^event: [\s\S]*?\n\n/m.test(text)) break
  }
  return text
}

/** The cookies that a reply sets, by name, without their attributes. */
export function cookiesOf(reply: Reply): Record<string, string> {
  const pairs = (reply.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '')
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** No test of any kind gets a 403 that does not say which permission or rule it was: what every caller must be told. */
function saysWhy({ status, json }: Pick<Reply, 'status' | 'json'>): boolean {
  if (status !== 403) return true
  const { code, message, requiredPermission, excess, reason, errors } = json ?? {}
  if (code !== 'permission_denied') return typeof code === 'string' && (code !== 'field_restricted' || errors?.length > 0)
  return Boolean(requiredPermission || excess?.length || (reason && !unspecific.test(message)))
}

/** The sentences of a bare refusal and of a code without one. */
const unspecific = /^(?:You are not allowed|The request could not|غير مسموح لك|تعذّر)/

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

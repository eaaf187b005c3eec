/** A real receiver of webhooks on loopback, over http or TLS, that can be told to answer in every way a stranger's server does. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { atEnd } from './cleanup.ts'

export interface ReceivedWebhook {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** As it was sent. */
  readonly body: string
  /** Milliseconds since the process began. */
  readonly atMs: number
}

/** What becomes of one request: a status with headers and a body, or whatever a function does. */
export type ReceiverAnswer =
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export interface Receiver {
  /** `http://127.0.0.1:port/hook`, or `https:`. */
  readonly url: string
  readonly port: number
  /** Everything that was received whole, whatever was answered. */
  readonly received: ReceivedWebhook[]
  /** How many requests are open now, and were at most. */
  readonly open: { now: number; most: number }
  /** What is answered from now on, unless something is said of the next ones. */
  answer: ReceiverAnswer
  /** The next requests are answered so, each once. */
  answerNext(...answers: ReceiverAnswer[]): void
  close(): Promise<void>
}

/** Never answers. */
export const hang: ReceiverAnswer = () => {}
/** Ends the connection with a reset (RST) instead of an answer. */
export const reset: ReceiverAnswer = (request) => void request.socket.resetAndDestroy()
/** Status and headers, and a body without end, as fast as it is read. */
export const endless: ReceiverAnswer = (_, response) => {
  response.writeHead(200)
  const pour = () => {
    while (!response.destroyed && response.write('x'.repeat(16_384)));
  }
  response.on('drain', pour)
  pour()
}
/** Status and headers, and a character each 50 ms for ever. */
export const dripping: ReceiverAnswer = (_, response) => {
  response.writeHead(200).write('x')
  const drip = setInterval(() => response.write('x'), 50)
  response.once('close', () => clearInterval(drip))
}
/** Answers after so many milliseconds. */
export const late =
  (ms: number, status = 200): ReceiverAnswer =>
  (_, response) => {
    const timer = setTimeout(() => response.writeHead(status).end('late'), ms)
    response.once('close', () => clearTimeout(timer))
  }

/** Starts a receiver on a free port of 127.0.0.1; it ends with the test file. */
export async function startReceiver(answer: ReceiverAnswer = 200, tls: ServerOptions | null = null): Promise<Receiver> {
  const received: ReceivedWebhook[] = []
  const next: ReceiverAnswer[] = []
  const open = { now: 0, most: 0 }
  const heard: RequestListener = async (request, response) => {
    response.on('error', () => {})
    open.now++
    open.most = Math.max(open.most, open.now)
    response.once('close', () => open.now--)
    const body = await text(request).catch(() => null)
    if (body === null) return
    const { method = '', url = '', headers } = request
    received.push({ method, path: url, headers, body, atMs: performance.now() })
    const now = next.shift() ?? receiver.answer
    if (typeof now === 'function') return now(request, response)
    if (typeof now === 'number') return void response.writeHead(now).end('ok')
    response.writeHead(now.status, now.headers).end(now.body ?? '')
  }
  const server = tls === null ? createServer(heard) : createTlsServer(tls, heard)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `${tls === null ? 'http' : 'https'}://127.0.0.1:${port}/hook`,
    port,
    received,
    open,
    answer,
    answerNext: (...answers) => void next.push(...answers),
    close,
  }
  return receiver
}

/** A server that knows no HTTP: what comes in is answered by `speak`. @returns its address */
export async function startRawReceiver(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => speak(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

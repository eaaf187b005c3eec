/** A real HTTP server that texts are handed to, and that can be told to fail in every way a gateway does. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { atEnd } from './cleanup.ts'

export interface ReceivedText {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** As it was sent. */
  readonly raw: string
  readonly to: string
  readonly body: string
}

/** What the server does with one request: a status with headers and a body, or whatever a function does. */
export type GatewayAnswer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | ((request: IncomingMessage, response: ServerResponse) => void)

export interface Gateway extends AsyncDisposable {
  /** `127.0.0.1:port` */
  readonly host: string
  /** Everything that was received whole, whatever was answered. */
  readonly texts: readonly ReceivedText[]
  /** The next `count` requests are answered so; those after them 200. */
  answerNext(answer: GatewayAnswer, count?: number): void
  /** From now on 200, whatever was said before. */
  answerWell(): void
  close(): Promise<void>
}

/** Never answers. */
export const hang: GatewayAnswer = () => {}
/** Cuts the connection instead of answering. */
export const cut: GatewayAnswer = (request) => void request.socket.destroy()
/** A head, and a body without end. */
export const endless =
  (status: number): GatewayAnswer =>
  (_request, response) => {
    response.writeHead(status)
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384))) {
        // until the socket is full
      }
    }
    response.on('drain', pour)
    pour()
  }

/** Starts the server on a free port of 127.0.0.1, or on `port`; it ends with the test file. */
export async function startGateway({ port = 0 }: { port?: number } = {}): Promise<Gateway> {
  const texts: ReceivedText[] = []
  const answers: GatewayAnswer[] = []
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    const raw = await text(request).catch(() => null)
    if (raw === null) return
    const { method = '', url = '', headers } = request
    texts.push({ method, path: url, headers, raw, ...readText(raw, headers['content-type'] ?? '') })
    const answer = answers.shift() ?? { status: 200, body: '{}' }
    if (typeof answer === 'function') return answer(request, response)
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    answerNext: (answer, count = 1) => answers.push(...Array.from({ length: count }, () => answer)),
    answerWell: () => void answers.splice(0),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function readText(raw: string, type: string): { to: string; body: string } {
  if (type.startsWith('application/json')) return JSON.parse(raw) as { to: string; body: string }
  const form = new URLSearchParams(raw)
  return { to: form.get('To') ?? '', body: form.get('Body') ?? '' }
}

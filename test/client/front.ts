/** A proxy in front of the service, on loopback, that answers some requests by itself. */
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../rig/cleanup.ts'

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body: string
}

export interface Front {
  readonly url: string
  /** What came, `GET /path`, without a query. */
  readonly came: string[]
  /** The next request there is answered so, and goes no further. */
  answer(at: string, answer: Answer): void
}

/** Forwards to `target`; closed when the test file ends. */
export async function frontOf(target: string): Promise<Front> {
  const { hostname, port } = new URL(target)
  const came: string[] = []
  const answers: [at: string, answer: Answer][] = []
  const server = createServer((incoming, out) => {
    const { method, url = '', headers } = incoming
    const at = `${method} ${url.split('?')[0]}`
    came.push(at)
    const found = answers.findIndex(([wanted]) => wanted === at)
    const [, answer] = found === -1 ? [] : answers.splice(found, 1)[0]!
    if (answer) {
      incoming.resume()
      out.writeHead(answer.status, answer.headers).end(answer.body)
      return
    }
    const onward = httpRequest({ hostname, port, method, path: url, headers }, (answered) => {
      out.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(out)
    })
    onward.on('error', () => out.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    answer: (at, answer) => void answers.push([at, answer]),
  }
}

/** What the service says when it is not available, for so many seconds. */
export const unavailable = (seconds: number): Answer => refusal(503, 'unavailable', seconds)

/** An error in the words of the service. */
export function refusal(statusCode: number, code: string, retryAfterSeconds?: number): Answer {
  const body = { isSuccess: false, data: null, statusCode, code, message: code, traceId: 'of-a-test', retryAfterSeconds }
  const headers = {
    'content-type': 'application/json',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  return { status: statusCode, headers, body: JSON.stringify(body) }
}

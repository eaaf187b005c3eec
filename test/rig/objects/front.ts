/** An HTTP proxy in front of a storage server, that fails in the ways such servers do. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { atEnd } from '../cleanup.ts'

/** `refuse` resets whoever asks, `silent` answers nobody, `full` refuses what would be stored; a number is the status of every answer. */
export type FrontMode = 'pass' | 'refuse' | 'silent' | 'full' | number

export interface SeenRequest {
  readonly method: string
  readonly url: string
}

export interface Front {
  /** `http://127.0.0.1:port` */
  readonly url: string
  mode: FrontMode
  /** Every request so far. */
  readonly seen: SeenRequest[]
  /** Whatever holds this text has one letter of it changed on its way. */
  corrupt: { readonly text: string; readonly where: 'request' | 'response' } | null
  /** The next answer of more bytes than this ends after so many. */
  cutAfter: number | null
  /** Whoever sends is cut off once so many bytes of bodies have come since it was set, and again at each new try. */
  cutWritesAfter: number | null
  /** Connections that were cut so far, of either kind. */
  readonly cuts: number
}

export interface FrontHooks {
  /** Answers in place of the server. */
  readonly instead?: (asked: SeenRequest) => { status: number; body: string } | null
  /** Is told of what the server answered to whatever was sent. */
  readonly after?: (asked: SeenRequest, status: number, body: Buffer) => void
}

/** The host stays as it was asked for: some sign it. */
export async function frontOf(target: string, hooks: FrontHooks = {}): Promise<Front> {
  let sent = 0
  const front = {
    mode: 'pass' as FrontMode,
    seen: [] as SeenRequest[],
    corrupt: null as Front['corrupt'],
    cutAfter: null as number | null,
    cuts: 0,
  }
  let cutWritesAfter: number | null = null
  /** @returns null where it did not come to its end, or was cut */
  const received = async (incoming: IncomingMessage): Promise<Buffer | null> => {
    incoming.on('data', ({ length }: Buffer) => {
      sent += length
      if (cutWritesAfter === null || sent <= cutWritesAfter) return
      front.cuts++
      incoming.socket.resetAndDestroy()
    })
    return await buffer(incoming).catch(() => null)
  }
  const server = createServer(async (incoming, response) => {
    const asked = { method: incoming.method!, url: incoming.url! }
    front.seen.push(asked)
    if (front.mode === 'refuse') return void incoming.socket.resetAndDestroy()
    const body = await received(incoming)
    if (body === null || front.mode === 'silent') return
    if (typeof front.mode === 'number') return void response.writeHead(front.mode).end()
    const isWrite = asked.method === 'PUT' || asked.method === 'POST'
    if (front.mode === 'full' && isWrite) return void response.writeHead(507).end()
    const own = hooks.instead?.(asked)
    if (own) return void response.writeHead(own.status, { 'content-type': 'application/xml' }).end(own.body)
    forward(target, incoming, response, front.corrupt?.where === 'request' ? changed(body, front.corrupt.text) : body)
  })
  const forward = (target: string, { method, url, headers }: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const asked = request(target + url, { method: method!, headers }, async (answer) => {
      const isWhole = hooks.after && method !== 'GET' && method !== 'HEAD'
      if (isWhole || front.corrupt?.where === 'response' || front.cutAfter !== null) {
        const whole = await buffer(answer)
        hooks.after?.({ method: method!, url: url! }, answer.statusCode!, whole)
        response.writeHead(answer.statusCode!, answer.rawHeaders)
        if (front.cutAfter !== null && whole.length > front.cutAfter) {
          response.write(whole.subarray(0, front.cutAfter), () => response.socket?.resetAndDestroy())
          front.cutAfter = null
          front.cuts++
          return
        }
        response.end(front.corrupt?.where === 'response' ? changed(whole, front.corrupt.text) : whole)
        return
      }
      response.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.on('error', () => response.destroy()).pipe(response)
    })
    asked.on('error', () => response.destroy())
    response.on('close', () => asked.destroy())
    asked.end(body)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.defineProperty(Object.assign(front, { url, cutWritesAfter }), 'cutWritesAfter', {
    get: () => cutWritesAfter,
    set(bytes: number | null) {
      sent = 0
      cutWritesAfter = bytes
    },
  })
}

function changed(body: Buffer, text: string): Buffer {
  const at = body.indexOf(text)
  if (at < 0) return body
  const other = Buffer.from(body)
  other[at]! ^= 1
  return other
}

import type { Socket } from 'node:net'
import { AppError, rateLimited } from '#core/errors.ts'
import { STATUS_CODES } from '#core/node-http.ts'
import type { RateLimiter } from '#http/rate-limit/rate-limit.ts'
import { errorBody } from './answer-errors.ts'
import type { ClientReader } from './client-address.ts'
import { longBodies } from './long-bodies.ts'

/** How long a client may take to read the answer and to end the connection itself: sooner, a reset could overtake the answer. */
const lingerMs = 500

/** An error as the bytes of a whole answer, for a connection on which no request could be read; it says that it is the last. */
function rawAnswer(error: AppError): string {
  const body = JSON.stringify(errorBody(error, 'en', ''))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...error.details.headers,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`
}

function errorOf(code: string): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError(431, 'headers_too_large')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError(408, 'request_timeout')
  return new AppError(400, 'malformed_request')
}

/**
 * Answers what can't even be parsed as HTTP, or did not come in time, with the same body as every error, and ends the connection: no
 * request may hide behind it, and no half of it stays open. Counted for the socket's address, unless that is a trusted proxy's.
 */
export function connectionRefuser(
  { limiter, peer }: Pick<ClientReader, 'peer'> & { limiter: RateLimiter },
  connections: { owesAnswer(socket: Socket): boolean },
) {
  const refused = new WeakSet<Socket>()
  return async (code: string, socket: Socket): Promise<void> => {
    if (refused.has(socket) || (code === 'ERR_HTTP_REQUEST_TIMEOUT' && longBodies.has(socket))) return
    refused.add(socket)
    if (code === 'ECONNRESET' || !socket.writable || connections.owesAnswer(socket)) return void socket.destroy()
    const client = peer(socket.remoteAddress)
    const decision = client === null ? null : await limiter.consume('global', client)
    socket.end(rawAnswer(decision?.allowed === false ? rateLimited(decision) : errorOf(code)))
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('end', () => socket.destroySoon()).once('close', () => clearTimeout(timer))
  }
}

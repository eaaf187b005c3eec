import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'

/** A registered name or an IPv4 address, or an IPv6 address in brackets, with a port or none (RFC 9110, section 7.2). */
const authority = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i

/** The host of an address in absolute form (RFC 9112, section 3.2.2). */
const absolute = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/**
 * What a proxy before us could read otherwise than we do: 400 for no, two or an impossible `Host` (RFC 9112, section 3.2),
 * for one that differs from that of the address, which would go before it (section 3.2.2), and for a version that is neither 1.0 nor
 * 1.1; 415 for an encoded body, which nobody here decodes (RFC 9110, section 8.4).
 */
export function problemOfHead({ raw, headers }: FastifyRequest): AppError | undefined {
  const { httpVersion, rawHeaders, url } = raw
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return new AppError(400, 'malformed_request')
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  const isGood = hosts === 1 ? authority.test(headers.host as string) : hosts === 0 && httpVersion === '1.0'
  const [, named] = absolute.exec(url ?? '') ?? []
  const isOther = named !== undefined && named.toLowerCase() !== headers.host?.toLowerCase()
  if (!isGood || isOther) return new AppError(400, 'malformed_request')
  const encoding = headers['content-encoding']
  return encoding !== undefined && encoding.toLowerCase() !== 'identity' ? new AppError(415, 'unsupported_media_type') : undefined
}

/** An expectation other than `100-continue` is passed over (RFC 9110, section 10.1.1). */
export function passOverExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response))
}

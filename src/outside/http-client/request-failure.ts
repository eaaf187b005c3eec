import { type Obstacle, RequestFailed } from '#core/checked-request.ts'
import { AddressRefused } from './judged-lookup.ts'

const lateCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])
const refusals = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'])
const resets = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET'])
/** Of OpenSSL and Node; those of certificates have the names of X509_V_ERR_… */
const tlsCode =
  /^(?:ERR_(?:TLS|SSL|OSSL)_|EPROTO$|CERT_|CRL_|UNABLE_TO_|ERROR_IN_CERT_|ERROR_IN_CRL_|INVALID_(?:CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH|.*SELF_SIGNED)/

/**
 * What became of a request, in words that name no address.
 * @param isLate whether it was broken off because its time was over
 */
export function requestFailure(error: unknown, isLate: boolean): RequestFailed {
  if (error instanceof RequestFailed) return error
  if (error instanceof AddressRefused) return new RequestFailed('refused_address', error, 'private_address')
  const fault = error as Fault
  if (isLate || lateCodes.has(fault.code ?? '')) return new RequestFailed('timeout', error)
  return new RequestFailed('unreachable', error, null, obstacleOf(fault))
}

interface Fault {
  readonly code?: string
  readonly syscall?: string
  readonly message?: string
}

/** How undici names an answer that it takes for none: a 100 that nobody expected (RFC 9110 15.2.1), or a 101. It says so in words alone. */
const isNoAnswer = ({ code, message = '' }: Fault) => code === 'UND_ERR_SOCKET' && /^bad (?:response|upgrade)$/.test(message)

function obstacleOf(fault: Fault): Obstacle {
  const { code = '', syscall = '' } = fault
  // before the code: a name server that refuses connections says so with the code of one that is called
  if (syscall.startsWith('query') || syscall === 'getaddrinfo') return 'dns_error'
  if (refusals.has(code)) return 'connection_refused'
  if (tlsCode.test(code)) return 'tls_error'
  return resets.has(code) && !isNoAnswer(fault) ? 'connection_reset' : 'response_error'
}

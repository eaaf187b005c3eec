import { headerText } from './address.ts'

interface Parts {
  readonly responseCode?: number
  readonly command?: string
  readonly timeoutType?: string
  readonly originalCode?: string
  readonly code?: unknown
  readonly name?: string
  readonly message?: string
}

/**
 * What went wrong with a relay or the outbox, in a few words: shown to any signed-in account, so it holds no address, no name and nothing
 * that the relay said but its code.
 */
export function relayReason(error: unknown): string {
  const { responseCode, command, timeoutType, originalCode, code, name, message = '' } = error as Parts
  if (responseCode) return `it answered ${responseCode}${command && command !== 'CONN' ? ` to ${command.split(' ', 2).join(' ')}` : ''}`
  if (timeoutType === 'GREETING_TIMEOUT') return 'it does not greet'
  if (timeoutType === 'UPGRADE_TIMEOUT') return 'the TLS handshake takes too long'
  if (timeoutType !== undefined || code === 'ETIMEDOUT' || name === 'TimeoutError') return 'it does not answer'
  // of a certificate the sentence up to the names in it
  const tls =
    /^Error initiating TLS - ([^:;]+)/.exec(message)?.[1] ?? (/certificate/.test(message) ? message.split(/[:;]/, 1)[0] : undefined)
  if (tls !== undefined) return `TLS: ${headerText(tls, 100)}`
  if (code === 'ETLS') return 'it offers no TLS, which is required'
  if (code === 'ECONNECTION' && originalCode === undefined) return 'it ends the connection'
  return originalCode ?? (typeof code === 'string' ? code : 'it can not be used')
}

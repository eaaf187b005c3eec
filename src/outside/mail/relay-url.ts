export interface Relay {
  host: string
  port: number
  /** TLS from the first byte (RFC 8314, section 3.3). */
  secure: boolean
  /** Without TLS nothing is sent, neither mail nor password (RFC 8314, section 4). */
  requireTls: boolean
  /** TLS was asked for by name, so it must protect: the certificate counts, even on this machine. */
  isTlsAsked: boolean
  auth: { user: string; pass: string } | null
}

/** Whether a host is this machine, whatever its name servers say. */
export const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/**
 * Reads `smtp://user:pass@host:port?requireTls=true`. Without TLS no mail ever goes to another machine unless `requireTls=false` says so by
 * name: a mail holds codes and links, and whoever stands between may take STARTTLS away. To this machine TLS is used where it is offered.
 * Where it is offered and fails nothing goes at all, here and there.
 * Throws an `Error` whose message goes on after the name of the setting (`must be …`) and never repeats the URL: it holds a password.
 */
export function readRelayUrl(text: string): Relay {
  const form = 'must be outbox:, or smtp://user:password@host:port or smtps://… with ?requireTls=true or false at most'
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) throw new Error(form)
  const url = new URL(text)
  if (url.hostname === '') throw new Error('names no host')
  if (!['', '/'].includes(url.pathname) || url.hash !== '') throw new Error('has a path or a fragment')
  if (url.port === '0') throw new Error('names port 0')
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const auth = readCredentials(url)
  const asked = readRequireTls(url.searchParams)
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTls: asked ?? !isLoopback(host),
    isTlsAsked: asked === true,
    auth,
  }
}

function readCredentials(url: URL): Relay['auth'] {
  if (url.username === '' && url.password === '') return null
  if (url.username === '' || url.password === '') throw new Error('has a user without a password, or a password without a user')
  try {
    return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  } catch {
    throw new Error('has a user or a password that is not percent-encoded')
  }
}

/** Any spelling of the case is taken and any other parameter refused: a typing error must never switch the protection off. */
function readRequireTls(query: URLSearchParams): boolean | null {
  let required: boolean | null = null
  for (const [name, value] of query) {
    if (name.toLowerCase() !== 'requiretls') throw new Error(`has an unknown parameter: ${name.slice(0, 40)}`)
    if (value !== 'true' && value !== 'false') throw new Error('has a requireTls that is neither true nor false')
    if (required !== null) throw new Error('has requireTls twice')
    required = value === 'true'
  }
  return required
}

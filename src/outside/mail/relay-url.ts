export interface Relay {
  host: string
  port: number
  /** TLS from the first byte (RFC 8314, section 3.3). */
  secure: boolean
  /** Without TLS nothing is sent, least of all the password (RFC 8314, section 4). */
  requireTls: boolean
  auth: { user: string; pass: string } | null
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/**
 * Reads `smtp://user:pass@host:port?requireTls=true`. TLS is required unless said otherwise wherever a password goes to another host.
 * Throws an `Error` that never repeats the URL: it holds a password.
 */
export function readRelayUrl(text: string): Relay {
  if (!URL.canParse(text)) throw new Error('the mail URL is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') throw new Error('the mail URL must be outbox:, smtp://… or smtps://…')
  if (url.hostname === '') throw new Error('the mail URL names no host')
  if (!['', '/'].includes(url.pathname) || url.hash !== '') throw new Error('the mail URL has a path or a fragment')
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const auth = readCredentials(url)
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTls: readRequireTls(url.searchParams) ?? (auth !== null && !loopback.test(host)),
    auth,
  }
}

function readCredentials(url: URL): Relay['auth'] {
  if (url.username === '' && url.password === '') return null
  try {
    return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  } catch {
    throw new Error('user or password of the mail URL are not percent-encoded')
  }
}

/** Any spelling of the case is taken and any other parameter refused: a typing error must never switch the protection off. */
function readRequireTls(query: URLSearchParams): boolean | null {
  let required: boolean | null = null
  for (const [name, value] of query) {
    if (name.toLowerCase() !== 'requiretls') throw new Error(`the mail URL has an unknown parameter: ${name}`)
    if (value !== 'true' && value !== 'false') throw new Error('requireTls of the mail URL must be true or false')
    required = value === 'true'
  }
  return required
}

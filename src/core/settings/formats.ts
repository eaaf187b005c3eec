import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import type { RateBudget } from '#core/rate-limits.ts'
import { weakness } from '#core/secrets/secret-strength.ts'
import { isCallingCode } from '#core/text/phone-number.ts'
import { isVisibleName } from '#core/text/visible-text.ts'

// Reasons are complete after the variable's name ("PORT must be ...") and never repeat the value, which may be a secret.

const text = (accepts: (value: string) => boolean, reason: string) => z.string().refine(accepts, reason)

const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const parsedUrl = (value: string) => (URL.canParse(value) ? new URL(value) : null)

/** A whole number in decimal digits from `minimum` to `maximum`. */
export const integer = (minimum: number, maximum: number) =>
  text(
    (value) => /^\d{1,9}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum,
    `must be a whole number from ${minimum} to ${maximum}`,
  ).transform(Number)

/** A comma list of waits in whole seconds, from 0 to a week, one to twenty of them. */
export const waits = () =>
  text(
    (value) => /^\d{1,6}(?:,\d{1,6}){0,19}$/.test(value) && value.split(',').every((item) => Number(item) <= 604_800),
    'must be a comma list of one to twenty whole numbers from 0 to 604800',
  ).transform((value) => value.split(',').map(Number))

/** One of a few words. */
export const choice = <const T extends string>(...values: T[]) => z.enum(values, { error: `must be one of ${values.join(', ')}` })

/** One line of text without control characters; `unlike` are characters it must not hold. */
export const line = (maximum: number, unlike = '') =>
  text(
    (value) => value.length <= maximum && !/[\u0000-\u001f\u007f]/.test(value) && ![...unlike].some((sign) => value.includes(sign)),
    `must be one line of at most ${maximum} characters${unlike && `, without ${[...unlike].join(' ')}`}`,
  )

/** A name that people read: nothing in it is hidden. */
export const name = (maximum: number, unlike = '') => line(maximum, unlike).refine(isVisibleName, { error: 'must show all that is in it' })

export const host = () => text((value) => /^[A-Za-z0-9._:-]{1,253}$/.test(value), 'must be a host name or an IP address')

/** A URL of one of `schemes` (`redis:` ...), kept as it was given. */
export const url = (...schemes: string[]) =>
  text(
    (value) => schemes.some((scheme) => value.startsWith(`${scheme}//`)) && parsedUrl(value) !== null,
    `must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  )

export const callingCodes = () =>
  text(
    (value) => list(value).every((item) => isCallingCode(item.replace(/^\+/, ''))),
    'must be a comma list of calling codes of countries, such as 962,971,1',
  ).transform((value) => list(value).map((item) => item.replace(/^\+/, '')))

/** One certificate or more, as PEM text. */
export const certificates = () =>
  text((value) => {
    const found = value.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    return found.length > 0 && found.every(isCertificate)
  }, 'must be certificates in PEM, from BEGIN CERTIFICATE to END CERTIFICATE')

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== ''
  } catch {
    return false
  }
}

/** Only scheme, host and port (RFC 6454); a lone trailing slash is dropped. */
function originOf(value: string): string | null {
  const found = /^https?:\/\//i.test(value) ? parsedUrl(value) : null
  return found && found.href === `${found.origin}/` ? found.origin : null
}

export const origin = () =>
  text((value) => originOf(value) !== null, 'must be http:// or https:// with a host and no path').transform((value) => originOf(value)!)

/** `*` is refused: an origin that may send credentials is always named. */
export const origins = () =>
  text(
    (value) => list(value).every((item) => originOf(item) !== null),
    'must be a comma list of origins such as https://app.example.com, without a path and without *',
  ).transform((value) => list(value).map((item) => originOf(item)!))

export const webAddress = () =>
  text((value) => /^https?:\/\//.test(value) && parsedUrl(value)?.hash === '', 'must be an http:// or https:// address without a fragment')

/** A web address that is shown as it is: user and password have settings of their own. */
export const openAddress = () =>
  webAddress().refine((value) => parsedUrl(value)?.username === '' && parsedUrl(value)?.password === '', {
    error: 'must be without user and password',
  })

/** An https address of a provider, or one of http on this machine for tests; `mark` is text that may stand in it. */
export const issuer = (mark = '') =>
  text((value) => {
    const url = parsedUrl(mark === '' ? value : value.replace(mark, 'mark'))
    if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return false
    return /^https:\/\//.test(value) || (/^http:\/\//.test(value) && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  }, 'must be an https:// address without a query, or http:// on this machine')

/** A key of the curve P-256 as PEM text of PKCS #8; lines may be written as \\n, as files of environments hold them. */
export const privateKey = () =>
  z
    .string()
    .transform((value) => value.replaceAll('\\n', '\n'))
    .refine(isPrivateKey, 'must be a private key of P-256 in PEM, from BEGIN PRIVATE KEY to END PRIVATE KEY')

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

export const mailbox = () =>
  text(
    (value) => /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(value) || /^[^\u0000-\u001f\u007f<>@,;:"]+ <[^\s@<>,;:"]+@[^\s@<>,;:"]+>$/.test(value),
    'must be an address or "Name <address>"',
  )

export const email = () => z.email('must be an e-mail address')

/** Secrets of at least `bytes` bytes of UTF-8, newest first. */
export const secrets = (bytes: number) =>
  z
    .string()
    .superRefine((value, context) => {
      const given = list(value)
      const wrong = given.length === 0 ? `must have ${bytes} bytes or more` : given.map((item) => weakness(item, bytes)).find(Boolean)
      if (wrong) context.addIssue({ code: 'custom', message: wrong })
      else if (new Set(given).size < given.length) context.addIssue({ code: 'custom', message: 'must not name one secret twice' })
    })
    .transform(list)

export const secret = (bytes: number) =>
  z.string().superRefine((value, context) => {
    const wrong = weakness(value, bytes)
    if (wrong) context.addIssue({ code: 'custom', message: wrong })
  })

/** An address or a network; one of prefix length 0 is refused, for it would let every client choose its own address. */
function isProxy(item: string): boolean {
  const [address = '', prefix, more] = item.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (prefix === undefined) return item === 'loopback' || bits > 0
  return more === undefined && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits
}

export const proxies = () =>
  text(
    (value) => list(value).every(isProxy),
    'must be a comma list of IP addresses, networks such as 10.0.0.0/8, or "loopback"; never "true"',
  ).transform(list)

/** `100/60`: so many requests in so many seconds. */
export const budget = () =>
  text((value) => /^[1-9]\d{0,6}\/[1-9]\d{0,4}$/.test(value), 'must be count/seconds, such as 100/60').transform((value): RateBudget => {
    const [limit, windowSeconds] = value.split('/').map(Number)
    return { limit: limit!, windowSeconds: windowSeconds! }
  })

/** `ip`, `ip:port` or `[ip]:port`. */
function isNameServer(item: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(item) ?? []
  if (isIP(item) === 6) return true
  const family = bracketed === undefined ? isIP(plain ?? '') : isIP(bracketed) === 6 ? 6 : 0
  return family !== 0 && (port === undefined || (Number(port) >= 1 && Number(port) <= 65_535))
}

export const nameServers = () =>
  text((value) => list(value).every(isNameServer), 'must be a comma list of IP addresses, each with :port where it is not 53').transform(
    list,
  )

/** `name=value`, each percent-encoded (W3C Baggage without its properties), as OpenTelemetry has headers in its environment. */
export const headers = () =>
  text(
    (value) => list(value).every((item) => headerOf(item) !== null),
    'must be a comma list of name=value, values percent-encoded',
  ).transform((value) => Object.fromEntries(list(value).map((item) => headerOf(item)!)))

function headerOf(item: string): [string, string] | null {
  const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([^=;\s].*)$/.exec(item) ?? []
  try {
    const plain = decodeURIComponent(value)
    return name !== '' && /^[\x20-\x7e]+$/.test(plain) ? [name, plain] : null
  } catch {
    return null
  }
}

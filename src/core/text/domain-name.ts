import { domainToASCII, domainToUnicode } from 'node:url'

/** Where the proof of a domain stands, below it. */
export const challengeLabel = '_tenantry-challenge'

/** A name of 253 bytes (RFC 1035, section 2.3.4, without the root) must have room for the label of the proof. */
const longest = 253 - challengeLabel.length - 1

/** Letters, marks, digits, hyphens and dots: what `domainToASCII` would decode, map to a dot or drop is not a name as it is written. */
const written = /^[\p{L}\p{M}\p{N}.-]+$/u
/** Two labels or more of letters, digits and inner hyphens, the last beginning with a letter: never an IP address (RFC 1123, section 2.1). */
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/
/** Names that never stand in the public DNS (RFC 6761, RFC 7686, RFC 9476). */
const withoutDns = new Set(['localhost', 'local', 'internal', 'invalid', 'onion', 'alt', 'arpa'])

/**
 * A domain name in the one spelling it is kept and compared in: lower case, other scripts as A-labels (RFC 5890). Null for everything
 * that is no name of a host below a public suffix: IP addresses, one label alone, a trailing dot, wildcards, ports, underscores.
 */
export function domainNameOf(text: string): string | null {
  if (text.length > longest || !written.test(text)) return null
  const name = domainToASCII(text)
  if (name.length > longest || !hostName.test(name)) return null
  if (withoutDns.has(name.slice(name.lastIndexOf('.') + 1))) return null
  // an A-label that stands for no letters stays as it is
  const isReadable = domainToUnicode(name)
    .split('.')
    .every((label) => !label.startsWith('xn--'))
  return isReadable ? name : null
}

/** Whether a name is a host or stands below it. */
export const isAtOrBelow = (name: string, host: string): boolean => name === host || name.endsWith(`.${host}`)

/**
 * The name of a host from a `Host` header (RFC 9110, section 7.2), as domains are kept: without port and trailing dot. What is no such
 * name comes out as something that no domain is called.
 */
export const hostNameOf = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replace(/:\d{0,5}$/, '')
    .replace(/\.$/, '')

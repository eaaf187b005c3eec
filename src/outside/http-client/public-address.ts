import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Of IPv6, what IANA has given out for the whole Internet (RFC 4291, section 2.4), and in it what leads elsewhere all the same. */
const globalV6 = ipaddr.IPv6.parseCIDR('2000::/3')
const notGlobalV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((network) => ipaddr.IPv6.parseCIDR(network))

/**
 * Whether an address belongs to the public Internet, so that a stranger may name it. An IPv4 address inside an IPv6 one is judged as what
 * it is. Never true for loopback, private, link-local (where clouds keep their metadata), shared, reserved or translated addresses.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv4') return true
  const v6 = address as ipaddr.IPv6
  return v6.match(globalV6) && !notGlobalV6.some((network) => v6.match(network))
}

const privateNames = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)$/

/** The host of a URL without brackets and without the dot at its end, as it is asked for and judged. */
export const plainHost = (url: URL) =>
  url.hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()

/** Whether the host as written may be a public one: an address that is, or a name of more than one part that does not mean this machine. */
export function mayBePublic(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !privateNames.test(host)
}

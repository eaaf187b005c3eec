import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

export const unknownAddress = '0.0.0.0'

/** Parsed strictly (no octal, hex or short forms), without a zone id, an IPv4-mapped address as IPv4 (RFC 4291, 2.5.5.2); else null. */
export function parseAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text.split('%', 1)[0]!)
}

/** What clients are counted by: an IPv4 address, or the /64 of an IPv6 address, of which one client has 2^64. */
export function rateKey(address: string): string {
  if (isIPv4(address)) return address
  const parsed = parseAddress(address)
  if (parsed === null) return unknownAddress
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

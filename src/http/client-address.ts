import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { type Address, parseAddress, unknownAddress } from '#core/client-key.ts'

/** What is known of a client from its connection and its headers. */
export interface ClientReader {
  readonly address: (request: FastifyRequest) => string
  /** The name of the host that was asked; null where none was named. */
  readonly host: (request: FastifyRequest) => string | null
  /** Whom a socket's own address stands for; null for a trusted proxy, which stands for many. */
  readonly peer: (socketAddress: string | undefined) => string | null
}

/**
 * Whether an address belongs to a configured proxy: a list of addresses, networks (`10.0.0.0/8`) and `loopback`.
 * An empty list trusts nobody. Throws for an entry that is none of these.
 */
export function trustedProxies(list: string[]): (address: string) => boolean {
  const networks = list
    .flatMap((entry) => (entry === 'loopback' ? ['127.0.0.0/8', '::1'] : [entry]))
    .map((entry): [Address, number] => (entry.includes('/') ? ipaddr.parseCIDR(entry) : wholeAddress(entry)))
  if (networks.length === 0) return () => false
  return (text) => {
    const address = parseAddress(text)
    return address !== null && networks.some((network) => address.kind() === network[0].kind() && address.match(network as never))
  }
}

function wholeAddress(entry: string): [Address, number] {
  const address = ipaddr.process(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Some proxies write a port beside the address: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const withoutPort = (entry: string) => /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry

/**
 * The address of the client: the socket's, or, while that is a trusted proxy, the right-most address of `X-Forwarded-For`
 * that is not. What stands left of it was sent by the client and must never be believed. Where a trusted proxy wrote
 * something that is no address, the proxy itself is the client.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  trusted: (address: string) => boolean,
): string {
  if (socketAddress === undefined) return unknownAddress
  if (forwardedFor === undefined || !trusted(socketAddress)) return canonical(socketAddress)
  const hops = (typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(',')).split(',')
  let client = socketAddress
  for (let index = hops.length - 1; index >= 0 && trusted(client); index--) {
    const hop = withoutPort(hops[index]!.trim())
    if (parseAddress(hop) === null) break
    client = hop
  }
  return canonical(client)
}

/** One spelling per address (RFC 5952), so that it can be compared and stored. */
function canonical(text: string): string {
  return isIPv4(text) ? text : (parseAddress(text)?.toString() ?? unknownAddress)
}

import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import type { Reach } from '#core/checked-request.ts'
import { isPublicAddress } from './public-address.ts'

/** The name leads to an address that must not be reached. The address itself is told to nobody. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} leads to an address that is not public`)
    this.name = 'AddressRefused'
  }
}

export interface FoundAddress {
  readonly address: string
  readonly family: 4 | 6
}

export interface Lookup {
  /** Each `ip` or `ip:port`; none are the system's. */
  readonly dnsServers: readonly string[]
  readonly timeoutMs: number
}

/**
 * The addresses of a name, all of them judged: one private address among public ones refuses the name. They come from the DNS by a resolver
 * of its own (c-ares), which unlike `dns.lookup` takes none of the threads that hash passwords; only names that an operator chose
 * (`any`) may stand in the machine's own files.
 * @throws AddressRefused, or what the resolver throws
 */
export async function findAddresses(host: string, reach: Reach, { dnsServers, timeoutMs }: Lookup): Promise<FoundAddress[]> {
  if (reach === 'any' && dnsServers.length === 0) return (await systemLookup(host, { all: true })) as FoundAddress[]
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2, maxTimeout: timeoutMs })
  if (dnsServers.length > 0) resolver.setServers([...dnsServers])
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = answers.flatMap((answer, index) =>
    answer.status === 'rejected' ? [] : answer.value.map((address): FoundAddress => ({ address, family: index === 0 ? 4 : 6 })),
  )
  if (found.length === 0) throw (answers[0] as PromiseRejectedResult).reason
  if (reach === 'public' && !found.every(({ address }) => isPublicAddress(address))) throw new AddressRefused(host)
  return found
}

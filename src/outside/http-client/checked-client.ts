import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { type CheckedClient, type CheckedRequest, type Reach, RequestFailed } from '#core/checked-request.ts'
import { beginningOf, exchange } from './exchange.ts'
import { AddressRefused, findAddresses } from './judged-lookup.ts'
import { plainHost } from './public-address.ts'
import { requestFailure } from './request-failure.ts'
import { targetFault } from './target.ts'

export interface ClientOptions {
  /** For names; each `ip` or `ip:port`. None are the system's. */
  readonly dnsServers: readonly string[]
  /** `WEBHOOK_ALLOW_PRIVATE`: strangers' addresses may be private, too. */
  readonly allowsPrivate: boolean
}

const dnsTimeoutMs = 1500
const connectTimeoutMs = 5000
const mostHeaderBytes = 16 * 1024

/**
 * A client for the addresses that others name; see `CheckedClient`.
 * @param options asked anew for each connection and address
 */
export function checkedClient(options: () => ClientOptions): CheckedClient {
  const agents = new Map<Reach, Promise<Agent>>()
  const agentFor = (reach: Reach): Promise<Agent> => {
    const known = agents.get(reach)
    if (known) return known
    const agent = judgingAgent(reach, () => options().dnsServers).catch((error: unknown): never => {
      // what could not be loaded now may be later: it must neither be kept, nor end a delivery for good
      agents.delete(reach)
      throw new RequestFailed('unreachable', error)
    })
    agents.set(reach, agent)
    return agent
  }
  const reachOf = (reach: Reach): Reach => (options().allowsPrivate ? 'any' : reach)
  /** The way out for a request. Throws what is wrong with its address. */
  const wayOf = async ({ url, reach: asked }: Pick<CheckedRequest, 'url' | 'reach'>): Promise<Agent> => {
    const reach = reachOf(asked)
    const fault = targetFault(url, reach)
    if (fault !== null) throw new RequestFailed('refused_address', null, fault)
    return await agentFor(reach)
  }
  return {
    faultOf: (url, reach) => targetFault(url, reachOf(reach)),
    async findFault(url, asked) {
      const reach = reachOf(asked)
      const fault = targetFault(url, reach)
      const host = fault === null ? plainHost(new URL(url)) : ''
      if (fault !== null || isIP(host) !== 0) return fault
      const found = findAddresses(host, reach, { dnsServers: options().dnsServers, timeoutMs: dnsTimeoutMs })
      return await found.then(
        () => null,
        (error) => (error instanceof AddressRefused ? 'private_address' : null),
      )
    },
    async send(request) {
      const agent = await wayOf(request)
      const signal = AbortSignal.timeout(request.timeoutMs)
      try {
        return await exchange(agent, request, signal)
      } catch (error) {
        throw requestFailure(error, signal.aborted)
      }
    },
    begin: async (request) => await beginningOf(await wayOf(request), request),
    async close() {
      await Promise.allSettled([...agents.values()].map(async (agent) => await (await agent).destroy()))
    },
  }
}

/** The library is loaded by the first request: it takes 25 MB, and a service that asks nobody needs none of it. */
async function judgingAgent(reach: Reach, dnsServers: () => readonly string[]): Promise<Agent> {
  const { Agent } = await import('undici')
  const lookup: LookupFunction = (host, { all }, done) => {
    findAddresses(host, reach, { dnsServers: dnsServers(), timeoutMs: dnsTimeoutMs }).then(
      (found) => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      (error) => done(error, []),
    )
  }
  return new Agent({
    connect: { lookup, timeout: connectTimeoutMs },
    maxHeaderSize: mostHeaderBytes,
    keepAliveTimeout: 10_000,
    pipelining: 1,
  })
}

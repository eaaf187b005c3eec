import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { type CheckedAnswer, type CheckedClient, type CheckedRequest, type Reach, RequestFailed } from '#core/checked-request.ts'
import { AddressRefused, findAddresses } from './judged-lookup.ts'
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

/** A client for the addresses that others name; see `CheckedClient`. */
export function checkedClient({ dnsServers, allowsPrivate }: ClientOptions): CheckedClient {
  const agents = new Map<Reach, Agent>()
  const agentFor = (reach: Reach): Agent => {
    const agent = agents.get(reach) ?? judgingAgent(reach, dnsServers)
    agents.set(reach, agent)
    return agent
  }
  const reachOf = (reach: Reach): Reach => (allowsPrivate ? 'any' : reach)
  return {
    faultOf: (url, reach) => targetFault(url, reachOf(reach)),
    async send(request) {
      const reach = reachOf(request.reach)
      const fault = targetFault(request.url, reach)
      if (fault !== null) throw new RequestFailed('refused_address', null, fault)
      const signal = AbortSignal.timeout(request.timeoutMs)
      try {
        return await exchange(agentFor(reach), request, signal)
      } catch (error) {
        throw failure(error, signal)
      }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

function judgingAgent(reach: Reach, dnsServers: readonly string[]): Agent {
  const lookup: LookupFunction = (host, { all }, done) => {
    findAddresses(host, reach, { dnsServers, timeoutMs: dnsTimeoutMs }).then(
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

async function exchange(agent: Agent, request: CheckedRequest, signal: AbortSignal): Promise<CheckedAnswer> {
  const url = new URL(request.url)
  const options: Dispatcher.RequestOptions = {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: request.method ?? 'GET',
    headers: { 'user-agent': 'Tenantry', ...request.headers },
    body: request.body ?? null,
    signal,
  }
  const { statusCode, headers, body } = await agent.request(options)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > request.mostBytes) throw new RequestFailed('too_large', null)
    chunks.push(chunk as Buffer)
  }
  return { status: statusCode, headers, body: Buffer.concat(chunks) }
}

function failure(error: unknown, signal: AbortSignal): RequestFailed {
  if (error instanceof RequestFailed) return error
  if (error instanceof AddressRefused) return new RequestFailed('refused_address', error, 'private_address')
  const code = (error as { code?: string }).code ?? ''
  const isLate = signal.aborted || ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'].includes(code)
  return new RequestFailed(isLate ? 'timeout' : 'unreachable', error)
}

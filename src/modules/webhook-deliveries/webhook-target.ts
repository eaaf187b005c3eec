import { networkInterfaces } from 'node:os'
import type { TargetFault } from '#core/checked-request.ts'
import type { Service } from '#db/rows/context.ts'
import { plainHost } from '#outside/http-client/public-address.ts'

/** Why no webhook goes to an address. `own_host`: it is this service's own, which must not call itself. */
export type WebhookTargetFault = TargetFault | 'own_host'

type Parts = Pick<Service, 'http' | 'options' | 'domains'>

/** What is wrong with the address of a webhook before anybody is asked for it; asked again at every attempt, for hosts become ours. */
export function webhookTargetFault(service: Parts, url: string): WebhookTargetFault | null {
  const fault = service.http.faultOf(url, 'public')
  if (fault !== null) return fault
  return isOwn(service, new URL(url)) ? 'own_host' : null
}

/**
 * What is wrong with the address of a webhook, and with the addresses that its name leads to now; null when nothing is. Asks the DNS: never in
 * a transaction.
 */
export async function findWebhookTargetFault(service: Parts, url: string): Promise<WebhookTargetFault | null> {
  return webhookTargetFault(service, url) ?? (await service.http.findFault(url, 'public'))
}

const portOf = ({ port, protocol }: URL) => (port !== '' ? Number(port) : protocol === 'https:' ? 443 : 80)

/** The host of the service's links, a name that a tenant proved for it, or, where private addresses are allowed, the port it listens on. */
function isOwn({ options, domains }: Parts, url: URL): boolean {
  const host = plainHost(url)
  if (domains.ownerOf(host) !== undefined) return true
  const own = new URL(options.publicUrl)
  const { allowsPrivate, port } = options.webhooks
  // whoever may call private addresses has other services beside this one, under the same host
  if (host === plainHost(own) && (!allowsPrivate || portOf(url) === portOf(own))) return true
  return allowsPrivate && portOf(url) === port && isThisMachine(host)
}

const isThisMachine = (host: string) =>
  /^(?:localhost|.*\.localhost|127\..*|0\.0\.0\.0|::1?)$/.test(host) ||
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host))

/** Of an address as events name it, empty where it is none: what follows the host may be a secret of the receiver's. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

/** What the screens of webhooks know of a subscription and its deliveries. */
import type { Reply } from '../../api/client.ts'
import type { MarkLook } from '../../ui/shown/Mark.tsx'

export type Webhook = Reply<'listWebhooks'>['items'][number]
export type Delivery = Reply<'listWebhookDeliveries'>['items'][number]
export type DeliveryDetail = Reply<'getWebhookDelivery'>
export type EventType = Reply<'listWebhookEventTypes'>[number]

/** Its name on the screen: where it leads, without what a long path would push out of sight. */
export function nameOf({ url }: { readonly url: string }): string {
  const read = URL.parse(url)
  return read ? read.host + (read.pathname === '/' ? '' : read.pathname) : url
}

export type WebhookState = 'on' | 'off' | 'failing' | 'stopped'

/** `stopped`: the service switched it off; `off`: somebody did. */
export function stateOf({ isActive, disabledReason, failingSince }: Webhook): WebhookState {
  if (isActive) return failingSince === null ? 'on' : 'failing'
  return disabledReason === null || disabledReason === 'manual' ? 'off' : 'stopped'
}

export const stateLooks: Readonly<Record<WebhookState, MarkLook>> = {
  on: { icon: 'active', tone: 'green', isQuiet: true },
  off: { icon: 'inactive', tone: 'grey' },
  failing: { icon: 'alert', tone: 'amber' },
  stopped: { icon: 'failed', tone: 'red' },
}

export const deliveryStates = ['Pending', 'Retrying', 'Delivered', 'Failed'] as const

export const deliveryLooks: Readonly<Record<Delivery['status'], MarkLook>> = {
  Pending: { icon: 'clock', tone: 'blue' },
  Retrying: { icon: 'refresh', tone: 'amber' },
  Delivered: { icon: 'active', tone: 'green', isQuiet: true },
  Failed: { icon: 'failed', tone: 'red' },
}

/** What signs a request: whoever reads a command over somebody's shoulder must not be able to send it in our name. */
const signs = /signature|secret|authorization/i

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a command of a shell: without its signatures, and with nothing in it that a shell would run. */
export function curlOf({ url, headers, body }: DeliveryDetail['request']): string {
  const shown = Object.entries((headers ?? {}) as Record<string, unknown>).filter(([name]) => !signs.test(name))
  const lines = [
    `curl -X POST ${quoted(url)}`,
    ...shown.map(([name, value]) => `-H ${quoted(`${name}: ${String(value)}`)}`),
    ...(body === null ? [] : [`--data-binary ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

/** JSON in lines; anything else as it is. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

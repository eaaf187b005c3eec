import { accountEvents } from './account.events.ts'
import { entityEvents } from './entity.events.ts'
import type { WebhookEvent } from './event-definition.ts'
import { signInEvents } from './sign-in.events.ts'
import { tenantEvents } from './tenant.events.ts'

export type { WebhookBody, WebhookCategory, WebhookEvent } from './event-definition.ts'

/** Everything that webhooks can tell of. What a subscription may name, the document, and the judge of every body are made of this list. */
export const webhookEvents: readonly WebhookEvent[] = [...accountEvents, ...tenantEvents, ...signInEvents, ...entityEvents]

const byName = new Map(webhookEvents.map((event) => [event.name, event]))

/** The event of that very name, spaces and case included; undefined where there is none. */
export const webhookEventNamed = (name: string): WebhookEvent | undefined => byName.get(name)

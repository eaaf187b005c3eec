import { sql, type Transaction } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import type { Service } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import type { FannedEvent, FanOutTarget } from '#events/fan-out-target.ts'
import type { AreaMasks } from '#modules/webhook-deliveries/area-masks.ts'
import { deliveriesChannel } from '#modules/webhook-deliveries/claims.ts'
import { mostAttempts } from '#modules/webhook-deliveries/webhook-numbers.ts'
import { bodyText, leftOut, maskedFields } from './body.ts'
import { factsOf } from './event-facts.ts'
import { type Subscription, subscriptionsFor } from './listening.ts'
import { seenBy, type ToldOf, toldOfActors } from './seen-from-below.ts'
import { isTold, tellingsOf } from './tellings.ts'

type Teller = Pick<Service, 'clock' | 'options' | 'keys'>

interface Owed {
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  readonly event: string
  /** Its place among the bodies, from 1. */
  readonly body: number
  readonly masks: AreaMasks
  readonly maxAttempts: number
}

/**
 * What is owed to the subscriptions of webhooks: one delivery for each event and each name under which a subscription is told of it. Bodies
 * are made of the event alone, once for each name, mask and view, so that they say what was true when it happened. Deliveries in the name of a
 * tenant that is shut are owed like all others, and held by whoever sends.
 */
export const webhookDeliveries = (service: Teller): FanOutTarget => ({
  name: 'webhook-deliveries',
  async write(tx, events, wakes) {
    const told = events.filter(({ type }) => isTold(type))
    if (told.length === 0) return
    const subscriptions = await subscriptionsFor(
      tx,
      told.map(({ tenantId }) => tenantId),
    )
    if (subscriptions.length === 0) return
    const { owed, bodies } = allOwed(service, told, subscriptions, await toldOfActors(tx, told))
    if (owed.length === 0) return
    await store(tx, service.clock.now(), owed, bodies)
    wakes.add(deliveriesChannel)
  },
})

function allOwed(service: Teller, events: readonly FannedEvent[], subscriptions: readonly Subscription[], toldOf: ToldOf) {
  const now = service.clock.now()
  const owed: Owed[] = []
  const bodies: string[] = []
  for (const event of events) {
    const facts = factsOf(shownEvent(service, event))
    for (const { name, dataOf } of tellingsOf(facts)) {
      // bodies by their mask, and by what of them lies above: most subscriptions have none
      const made = new Map<string, number>()
      for (const { id: webhookId, tenantId, names, masks, retryPolicy, reaches } of subscriptions) {
        if (!names.has(name) || !reaches(event.tenantId, name)) continue
        const masked = maskedFields(event, masks)
        const seen = seenBy(tenantId, facts, toldOf)
        const key = `${seen.without} ${masked}`
        let body = made.get(key)
        if (body === undefined) {
          body = bodies.push(bodyText(event, name, dataOf(seen.facts), masked))
          made.set(key, body)
        }
        const maxAttempts = mostAttempts(service, retryPolicy)
        owed.push({ id: uuidv7(now), webhookId, eventId: event.id, event: name, body, masks: leftOut(event, masked), maxAttempts })
      }
    }
  }
  return { owed, bodies }
}

/** Groups are shown under one opaque id everywhere. */
const shownEvent = ({ keys }: Teller, event: FannedEvent): FannedEvent =>
  event.entityType === 'UserGroup' && event.entityId !== null
    ? { ...event, entityId: keys.opaqueIds.encode('group', event.entityId) }
    : event

async function store(tx: Transaction<Tables>, now: Date, owed: readonly Owed[], bodies: readonly string[]): Promise<void> {
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event, body, masks, status, max_attempts, next_attempt_at, created_at)
    select o.id, o."webhookId", o."eventId", o.event, b.body, o.masks, 'Pending', o."maxAttempts", ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(owed)}::jsonb)
        as o (id uuid, "webhookId" uuid, "eventId" uuid, event text, body integer, masks jsonb, "maxAttempts" integer)
      join unnest(${bodies}::text[]) with ordinality as b (body, place) on b.place = o.body
    order by o."eventId", o."webhookId", o.event
    on conflict (event_id, webhook_id, event) where event_id is not null do nothing`.execute(tx)
}

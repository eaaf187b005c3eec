import type { EventFacts } from './event-facts.ts'

export type BodyData = Readonly<Record<string, unknown>>

/** One name under which an event is told, and what its body then says. */
export interface Telling {
  readonly name: string
  readonly dataOf: (facts: EventFacts) => BodyData
}

/** The record of another kind than the event's own: domains and providers are told in the log of their tenant. */
export interface EntityRecord {
  readonly type: string
  readonly id: unknown
}

type EntityName = 'entity.created' | 'entity.updated' | 'entity.deleted'

/** That a record of whatever kind was created, changed or deleted. */
export const entity = (
  name: EntityName,
  changesOf: (facts: EventFacts) => Readonly<Record<string, unknown>> = ({ changes }) => changes,
  recordOf: (facts: EventFacts) => EntityRecord = ({ event }) => ({ type: event.entityType ?? '', id: event.entityId }),
): Telling => ({
  name,
  dataOf(facts) {
    const { type, id } = recordOf(facts)
    const { actorId, tenantId } = facts.event
    return { entityType: type, entityId: id, changes: changesOf(facts), actorId, tenantId }
  },
})

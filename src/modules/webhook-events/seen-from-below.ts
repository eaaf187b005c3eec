import { sql, type Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { FannedEvent } from '#events/fan-out-target.ts'
import type { EventFacts } from './event-facts.ts'

/** Of each actor the tenants that it is told to: its own and those above. Nobody outside of these learns its id. */
export type ToldOf = ReadonlyMap<string, ReadonlySet<string>>

/** Looks up who did these events, deleted ones too. One look for all; none where nobody did. */
// unscoped: a worker over all tenants; what each subscription sees of it, `seenBy` says
export async function toldOfActors(tx: Transaction<Tables>, events: readonly Pick<FannedEvent, 'actorId'>[]): Promise<ToldOf> {
  const ids = [...new Set(events.flatMap(({ actorId }) => actorId ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; toldTo: string[] }>`
    select a.id, array(select c.ancestor_id from tenant_closure c where c.descendant_id = a.tenant_id) as told_to
    from accounts a where a.id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, toldTo }) => [id, new Set(toldTo)]))
}

/**
 * The facts as a subscription of this tenant (null: of the platform) may be told them: nobody who stands outside the tenant and what is below
 * it by id, and of a new tenant not whose it is to the tenant itself. The audit log shows no more.
 * @returns `without`: what of them was left out, the same for all who are told the same
 */
export function seenBy(tenantId: string | null, facts: EventFacts, told: ToldOf): { facts: EventFacts; without: string } {
  const { event, data } = facts
  if (tenantId === null) return { facts, without: '' }
  const { actorId } = event
  const isOutside = actorId !== null && !told.get(actorId)?.has(tenantId)
  const isOwn = event.type === 'tenant.created' && event.entityId === tenantId
  const seen =
    isOutside || isOwn
      ? { ...facts, ...(isOutside && { event: { ...event, actorId: null } }), ...(isOwn && { data: { ...data, parent: null } }) }
      : facts
  return { facts: seen, without: `${isOutside ? 'actor' : ''}${isOwn ? 'parent' : ''}` }
}

import { type SqlBool, sql } from 'kysely'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { lockedInOrder } from '#db/rows/row-locks.ts'
import type { EventName } from '#events/catalog.ts'
import { type EventFacts, emitAll } from '#events/emit.ts'
import { markRows } from './deleted-tenants.ts'
import type { LateTop } from './late-marks.ts'

/** The next tenants that the late marks of one are about, in the order of ids; what is in the part is decided under its lock. */
// unscoped: by a tenant whose deletion, restore or erasure was judged, and what lies below it
export async function readPart(ctx: PublicContext, { id: top, kind }: LateTop, after: string, most: number): Promise<string[]> {
  if (kind === 'restore' || kind === 'tell') {
    const { rows } = await sql<{ id: string }>`
      select id from tenants where deleted_with = ${top} and deleted_at is null and id > ${after}::uuid order by id limit ${most}`.execute(
      ctx.db,
    )
    return rows.map(({ id }) => id)
  }
  const open = kind === 'delete' ? sql<SqlBool>`t.deleted_at is null` : sql<SqlBool>`t.purged_at is null`
  const { rows } = await sql<{ id: string }>`
    select c.descendant_id as id from tenant_closure c join tenants t on t.id = c.descendant_id
    where c.ancestor_id = ${top} and c.depth > 0 and c.descendant_id > ${after}::uuid and ${open} and not ${isAnothers(top, kind)}
    order by c.descendant_id limit ${most}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** That it is below another with late marks that is itself below this one: with that one it was deleted, or erased, before. */
// unscoped: a condition on what lies below a tenant whose deletion or erasure was judged
const isAnothers = (top: string, kind: 'delete' | 'purge') => sql<SqlBool>`exists (
  select from tenant_closure n where n.descendant_id = c.descendant_id and n.depth > 0 and n.ancestor_id = any(array(
    select o.id from tenants o join tenant_closure oc on oc.ancestor_id = ${top} and oc.descendant_id = o.id and oc.depth > 0
    where o.late_marks is not null and o.deleted_at is not null and ${kind === 'delete' ? sql`true` : sql`o.late_marks = 'purge'`})))`

/** Writes the late marks of a tenant to these below it. Under all their locks. */
export async function markPart(ctx: PublicContext, top: LateTop, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  if (top.kind === 'delete') {
    const tenants = await markRows(ctx, top, ids)
    await tell(
      ctx,
      top,
      'tenant.deleted',
      tenants.map(({ id, name }) => ({ tenantId: id, entityId: id, entityName: name })),
    )
  } else if (top.kind === 'restore') await markRows(ctx, top, ids)
  else if (top.kind === 'tell') await tellRestored(ctx, top, ids)
  else await markPurged(ctx, top, ids)
}

interface Named {
  readonly id: string
  readonly name: string
}

// unscoped: by tenants below one whose restore was judged
async function tellRestored(ctx: PublicContext, top: LateTop, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<Named>`
    update tenants set deleted_with = null
    where id = any(${ids}::uuid[]) and deleted_with = ${top.id} and deleted_at is null returning id, name`.execute(ctx.db)
  await tell(ctx, top, 'entity.restored', rows.map(restoredFacts))
}

/** A record that leaves the recycle bin for ever; `name` is null for people, of whom the log keeps none. */
export interface PurgedEntry {
  readonly type: string
  readonly id: string
  /** Whose log it is told in. */
  readonly tenantId: string | null
  readonly name: string | null
}

export const purgedFacts = ({ type, id, tenantId, name }: PurgedEntry): EventFacts => ({
  tenantId,
  entityType: type,
  entityId: id,
  entityName: name,
  data: { entityType: type },
})

export const restoredFacts = ({ id, name }: Named): EventFacts => ({
  tenantId: id,
  entityType: 'Tenant',
  entityId: id,
  entityName: name,
  data: { entityType: 'Tenant' },
})

/** Each says that accounts in it may be left, which the job that erases marks afterwards; what was still to be written below one is over. */
// unscoped: by tenants below one whose erasure was judged
async function markPurged(ctx: PublicContext, top: LateTop, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<Named>`
    update tenants set purged_at = ${top.purgedAt}, deleted_at = coalesce(deleted_at, ${top.deletedAt}), deleted_with = ${top.id},
      deleted_by = case when deleted_at is null then ${top.deletedBy}::uuid else deleted_by end,
      is_sweeping = true, restoring_until = null, late_marks = null, late_marks_event = null
    where id = any(${ids}::uuid[]) and purged_at is null returning id, name`.execute(ctx.db)
  await markOwnedPurged(
    ctx,
    top,
    rows.map(({ id }) => id),
  )
  await tell(
    ctx,
    top,
    'entity.purged',
    rows.map(({ id, name }) => purgedFacts({ type: 'Tenant', id, tenantId: top.parentId, name })),
  )
}

/** The roles, groups, webhooks and templates of these tenants, which are erased with one above them or themselves. */
// unscoped: by tenants that are marked as erased
export async function markOwnedPurged(
  ctx: PublicContext,
  { id: top, purgedAt }: Pick<LateTop, 'id' | 'purgedAt'>,
  tenantIds: readonly string[],
): Promise<void> {
  for (const table of ['roles', 'user_groups', 'webhooks', 'message_templates'] as const)
    await sql`update ${sql.table(table)} set purged_at = ${purgedAt}, deleted_at = coalesce(deleted_at, ${purgedAt}), deleted_with = ${top}
      where ${lockedInOrder(table, sql`tenant_id = any(${tenantIds}::uuid[]) and purged_at is null`)}`.execute(ctx.db)
}

interface Teller {
  readonly actorId: string | null
  readonly actorKind: AccountKind | 'service' | 'system'
  readonly onBehalfOfId: string | null
  readonly person: {
    readonly actorName?: string | null
    readonly ipAddress?: string | null
    readonly userAgent?: string | null
    readonly sessionId?: string
  } | null
  readonly traceId: string
  readonly parentTraceId: string | null
}

/** In the name of whoever did it to the tenant above, as its own event has them: who was erased meanwhile has no name there either. */
// unscoped: by the event of the deletion, restore or erasure itself
async function tell(ctx: PublicContext, { eventId }: LateTop, name: EventName, facts: readonly EventFacts[]): Promise<void> {
  const { rows } = await sql<Teller>`
    select actor_id, actor_kind, on_behalf_of_id, person, trace_id, parent_trace_id from events where id = ${eventId}`.execute(ctx.db)
  const teller = rows[0]
  if (!teller) {
    await emitAll(ctx, name, facts)
    return
  }
  const { actorId: id, actorKind: kind, onBehalfOfId, person, traceId, parentTraceId } = teller
  const actor = { id, kind, name: person?.actorName ?? null, onBehalfOfId }
  const theirs = { ...ctx, ip: person?.ipAddress ?? '', userAgent: person?.userAgent ?? null, traceId, parentTraceId }
  await emitAll(
    theirs,
    name,
    facts.map((one) => ({ ...one, actor, sessionId: person?.sessionId })),
  )
}

import { sql } from 'kysely'
import type { z } from 'zod'
import { erasedAmong } from '#accounts/erased-people.ts'
import { peopleInScope } from '#accounts/people-in-scope.ts'
import { areaOfRecord } from '#core/permission-areas.ts'
import { isUuid } from '#core/uuid.ts'
import { tenantNames } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { selectEvents } from '#db/rows/owned.ts'
import { readingMask, viewOf } from '#db/rows/reading-mask.ts'
import { erasedName } from '#events/erased-name.ts'
import { AuditEntry } from './audit.schema.ts'

type Entry = z.input<typeof AuditEntry>
type Changes = Entry['changes']

interface Person {
  actorName?: string | null
  entityName?: string
  ipAddress?: string
  userAgent?: string | null
  sessionId?: string
  changes?: Changes
  data?: Record<string, unknown>
}

/**
 * The entries of these ids that the caller may read, as the caller may see them, in any order. Whoever acted from outside the
 * caller's tenants (an ancestor's admin, the platform) is not named, nor where from.
 */
export async function loadEntries(ctx: Context, ids: readonly string[]): Promise<Entry[]> {
  const rows = await selectEvents(ctx).selectAll('events').where(sql<boolean>`events.id = any(${ids}::uuid[])`).execute()
  const known = await peopleInScope(
    ctx,
    rows.flatMap(({ actorId, onBehalfOfId }) => [actorId, onBehalfOfId]),
  )
  const erased = await erasedAmong(
    ctx,
    rows.flatMap(({ actorId, entityId }) => [actorId, entityId]),
  )
  const nameOf = await tenantNames(
    ctx,
    rows.map(({ tenantId }) => tenantId),
  )
  return rows.map((row) => {
    const isStranger = row.actorId !== null && !known.has(row.actorId)
    const { actorName, ipAddress, userAgent, sessionId, ...person } = withoutErased(row, erased)
    return {
      id: row.id,
      timestamp: row.createdAt,
      actorId: isStranger ? null : row.actorId,
      actorType: row.actorKind,
      actorName: isStranger ? null : (actorName ?? null),
      onBehalfOfId: row.onBehalfOfId !== null && known.has(row.onBehalfOfId) ? row.onBehalfOfId : null,
      onBehalfOfName: known.get(row.onBehalfOfId ?? '') ?? null,
      action: row.type,
      entityType: row.entityType,
      entityId: shownId(ctx, row.entityType, row.entityId),
      entityName: person.entityName ?? row.entityName,
      tenantId: row.tenantId,
      tenantName: nameOf(row.tenantId),
      ipAddress: (!isStranger && ipAddress) || null,
      userAgent: isStranger ? null : (userAgent ?? null),
      sessionId: isStranger ? null : (sessionId ?? null),
      outcome: row.outcome,
      details: detailsOf({ ...(row.data as Record<string, unknown>), ...person.data }),
      changes: readable(ctx, row.entityType, { ...(row.changes as Changes), ...person.changes }),
      traceId: row.traceId,
      parentTraceId: row.parentTraceId,
    }
  })
}

/** Entries as they are shown, in the order of their ids, without those that the caller may not read. */
export async function loadInOrder(ctx: Context, ids: readonly string[]): Promise<Entry[]> {
  const entries = new Map((await loadEntries(ctx, ids)).map((entry) => [entry.id, entry]))
  return ids.flatMap((id) => entries.get(id) ?? [])
}

/** As the entry will be once the job that erases has come to it. */
function withoutErased(row: { actorId: string | null; entityId: string | null; person: unknown }, erased: ReadonlySet<string>): Person {
  const person = (row.person ?? {}) as Person
  const isBy = row.actorId !== null && erased.has(row.actorId)
  const isAbout = row.entityId !== null && erased.has(row.entityId)
  const { ipAddress, userAgent, sessionId, ...placeless } = person
  const { changes, data, ...rest } = isBy || (isAbout && row.actorId === null) ? placeless : person
  return {
    ...(isAbout ? rest : { ...rest, ...(changes && { changes }), ...(data && { data }) }),
    ...(isBy && person.actorName && { actorName: erasedName }),
    ...(isAbout && person.entityName && { entityName: erasedName }),
  }
}

const told = Object.keys(AuditEntry.shape.details.shape)

/** Of the facts of an event those that say why; ids and addresses among the others are not for everybody. */
const detailsOf = (facts: Record<string, unknown>): Entry['details'] =>
  Object.fromEntries(Object.entries(facts).filter(([name, value]) => told.includes(name) && value !== undefined))

/** Groups are shown under one opaque id everywhere, here too. A refusal keeps the id as it was sent, which may be no id at all. */
function shownId(ctx: Context, entityType: string | null, id: string | null): string | null {
  if (entityType !== 'UserGroup' || id === null || !isUuid(id)) return id
  return ctx.service.keys.opaqueIds.encode('group', id)
}

/** A field that the reader may not see on the record is not shown in its history either. */
function readable(ctx: Context, entityType: string | null, changes: Changes): Changes {
  const area = entityType === null ? undefined : areaOfRecord(entityType)
  const masked = area ? readingMask(ctx.actor, viewOf(area)) : []
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !masked.includes(field)))
}

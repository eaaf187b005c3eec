import { sql } from 'kysely'
import type { z } from 'zod'
import { isUuid } from '#core/uuid.ts'
import type { Context } from '#db/context.ts'
import { accountsInScope, selectEvents } from '#db/owned.ts'
import { type Area, readingMask } from '#http/shapes.ts'
import type { AuditEntry } from './audit.schema.ts'

type Entry = z.input<typeof AuditEntry>
type Changes = Entry['changes']

/** The kinds of entities whose fields a reading mask covers, and the area it is the mask of. */
const areaOf: Readonly<Record<string, Area>> = { Admin: 'admins', User: 'users', Tenant: 'tenants', UserGroup: 'groups', Role: 'roles' }

interface Person {
  actorName?: string | null
  entityName?: string
  ipAddress?: string
  userAgent?: string | null
  changes?: Changes
}

/**
 * The entries of these ids that the caller may read, as the caller may see them, in any order. Whoever acted from outside the
 * caller's tenants (an ancestor's admin, the platform) is not named, nor where from.
 */
export async function loadEntries(ctx: Context, ids: readonly string[]): Promise<Entry[]> {
  const rows = await selectEvents(ctx).selectAll('events').where(sql<boolean>`events.id = any(${ids}::uuid[])`).execute()
  const actors = rows.flatMap(({ actorId, onBehalfOfId }) => [actorId, onBehalfOfId]).filter((id) => id !== null)
  const known = await accountsInScope(ctx, actors)
  return rows.map((row) => {
    const isStranger = row.actorId !== null && !known.has(row.actorId)
    const { actorName, ipAddress, userAgent, ...person } = (row.person ?? {}) as Person
    return {
      id: row.id,
      timestamp: row.createdAt,
      actorId: isStranger ? null : row.actorId,
      actorType: row.actorKind,
      actorName: isStranger ? null : (actorName ?? null),
      onBehalfOfId: row.onBehalfOfId !== null && known.has(row.onBehalfOfId) ? row.onBehalfOfId : null,
      action: row.type,
      entityType: row.entityType,
      entityId: shownId(ctx, row.entityType, row.entityId),
      entityName: person.entityName ?? row.entityName,
      tenantId: row.tenantId,
      ipAddress: (!isStranger && ipAddress) || null,
      userAgent: isStranger ? null : (userAgent ?? null),
      outcome: row.outcome,
      changes: readable(ctx, row.entityType, { ...(row.changes as Changes), ...person.changes }),
      traceId: row.traceId,
    }
  })
}

/** Groups are shown under one opaque id everywhere, here too. A refusal keeps the id as it was sent, which may be no id at all. */
function shownId(ctx: Context, entityType: string | null, id: string | null): string | null {
  if (entityType !== 'UserGroup' || id === null || !isUuid(id)) return id
  return ctx.service.keys.opaqueIds.encode('group', id)
}

/** A field that the reader may not see on the record is not shown in its history either. */
function readable(ctx: Context, entityType: string | null, changes: Changes): Changes {
  const area = entityType === null ? undefined : areaOf[entityType]
  const masked = area ? readingMask(ctx.actor, area) : []
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !masked.includes(field)))
}

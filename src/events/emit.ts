import { sql } from 'kysely'
import { personalFields } from '#core/permission-areas.ts'
import { randomPiece } from '#core/secrets/random.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { type HotStatement, runHot } from '#db/rows/hot-query.ts'
import { type EventName, eventCatalog } from './catalog.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

/** What one event says. Secrets and hashes must never be put in any part of it. */
export interface EventFacts {
  /** Whose log it stands in; null = the platform's. */
  tenantId: string | null
  /** Who did it where no one is signed in (a login names the account it is about). */
  actor?: { id: string | null; kind: AccountKind | 'service' | 'system'; name?: string | null; onBehalfOfId?: string | null }
  /** Overrides the catalogue's entity type (a rule that serves admins and users alike). */
  entityType?: string
  entityId?: string | null
  /** Of a tenant, role or group. A person's name goes into `personName`, which erasure clears. */
  entityName?: string | null
  personName?: string | null
  /** Where from, where it is not whoever asks. */
  ipAddress?: string
  /** In which session, where it is not that of whoever asks: the one that a sign-in began. */
  sessionId?: string | undefined
  /** Ids and facts that stay when a person is erased. */
  data?: { readonly [key: string]: Json | undefined }
  /** Names and addresses among the facts. */
  personData?: { readonly [key: string]: Json | undefined }
  changes?: Record<string, { before: Json; after: Json }>
}

/** Writes what happened, in the transaction of the change: one immutable row and its place in the outbox. */
export async function emit(ctx: PublicContext, name: EventName, facts: EventFacts): Promise<string> {
  const [id] = await emitAll(ctx, name, [facts])
  return id as string
}

/** At most this many are written in one statement: their text is held in memory several times. */
const mostAtOnce = 2000

/** Writes what happened to many records by one operation, in the transaction of the change: one event each, in as few statements as may be. */
export async function emitAll(ctx: PublicContext, name: EventName, all: readonly EventFacts[]): Promise<string[]> {
  if (all.length === 0) return []
  begin(ctx, name)
  const ids: string[] = []
  for (let at = 0; at < all.length; at += mostAtOnce) ids.push(...(await write(ctx, name, all.slice(at, at + mostAtOnce))))
  return ids
}

/** The statement of `emit`, to be run with those of the change (`runTogether`): the event counts as emitted from here on. */
export function emission(ctx: PublicContext, name: EventName, facts: EventFacts): HotStatement<unknown> {
  begin(ctx, name)
  return insertion(ctx, name, [eventRow(ctx, name, facts)])
}

function begin(ctx: PublicContext, name: EventName): void {
  if (!ctx.inTransaction) throw new Error(`${name} must be emitted in the transaction of its change`)
  refuseUndeclared(ctx, name)
  ctx.emitted.push(name)
}

/** An event that its route does not declare is a defect of ours: nothing is written, and the transaction rolls back. */
function refuseUndeclared({ declared }: PublicContext, name: EventName): void {
  if (declared && !declared.names.has(name)) throw new Error(`${declared.operation} emits undeclared ${name}`)
}

async function write(ctx: PublicContext, name: EventName, part: readonly EventFacts[]): Promise<string[]> {
  const rows = part.map((facts) => eventRow(ctx, name, facts))
  await runHot(ctx.db, insertion(ctx, name, rows))
  return rows.map((row) => row.id)
}

// unscoped: a new event, in the log that the action which emits it names
const insertion = (ctx: PublicContext, name: EventName, rows: readonly { readonly id: string }[]): HotStatement<unknown> => sql`
    with written as (
      insert into events (id, tenant_id, type, actor_id, actor_kind, on_behalf_of_id, entity_type, entity_id, entity_name, outcome,
        is_logged, data, changes, person, person_salt, trace_id, parent_trace_id, created_at)
      select (e->>'id')::uuid, (e->>'tenantId')::uuid, ${name}, (e->>'actorId')::uuid, e->>'actorKind', (e->>'onBehalfOfId')::uuid,
        e->>'entityType', e->>'entityId', e->>'entityName', ${eventCatalog[name].outcome}, (e->>'isLogged')::boolean, e->'data', e->'changes',
        e->'person', decode(e->>'salt', 'hex'), ${ctx.traceId}, ${ctx.parentTraceId}, ${ctx.now}
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) e
      returning id
    )
    insert into outbox (event_id) select id from written`

function eventRow(ctx: PublicContext, name: EventName, facts: EventFacts) {
  const definition = eventCatalog[name]
  const { actor } = ctx
  const impersonating = actor?.impersonatorId != null
  const who = facts.actor ?? { id: impersonating ? actor.impersonatorId : (actor?.id ?? null), kind: actor?.kind ?? 'system' }
  const personal: Record<string, unknown> = {}
  const plain: Record<string, unknown> = {}
  const sessionId = facts.sessionId ?? (facts.actor ? undefined : actor?.sessionId)
  for (const [field, change] of Object.entries(facts.changes ?? {})) (personalFields.has(field) ? personal : plain)[field] = change
  return {
    id: uuidv7(ctx.now),
    tenantId: facts.tenantId,
    actorId: who.id,
    actorKind: who.kind,
    onBehalfOfId: facts.actor?.onBehalfOfId ?? (impersonating ? actor.id : null),
    entityType: facts.entityType ?? definition.entity,
    entityId: facts.entityId ?? null,
    entityName: facts.entityName ?? null,
    isLogged: definition.security || ctx.service.settings.of(facts.tenantId).auditEnabled,
    data: facts.data ?? {},
    changes: plain,
    person: {
      actorName: (facts.actor ? facts.actor.name : impersonating ? actor.impersonatorName : actor?.name) || null,
      ...(facts.personName && { entityName: facts.personName }),
      ipAddress: facts.ipAddress ?? ctx.ip,
      userAgent: ctx.userAgent,
      ...(sessionId && { sessionId }),
      ...(facts.personData && { data: facts.personData }),
      ...(Object.keys(personal).length > 0 && { changes: personal }),
    },
    salt: randomPiece(16).toString('hex'),
  }
}

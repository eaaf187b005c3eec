import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { isErased } from '#accounts/erased-people.ts'
import { daysMs } from '#core/clock.ts'
import { firstUuidAt } from '#core/uuid.ts'
import { defineList } from '#db/lists/list.ts'
import { booleanFilter, idFilter, type ListFilter, likePattern, oneOfFilter, textFilter } from '#db/lists/list-query.ts'
import { accountInScope } from '#db/rows/owned.ts'
import { actionFilter } from './audit.actions.ts'
import { loadEntries } from './audit.entries.ts'
import { AuditEntry } from './audit.schema.ts'

const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

/** The log is in the order of its ids, which begin with their time: bounds are bounds of ids, which the index has. */
const since: ListFilter<string> = {
  description: 'From this moment on, or from the beginning of this day (UTC)',
  body: Moment,
  query: Moment,
  isBound: true,
  where: (text) => sql<SqlBool>`events.id >= ${firstUuidAt(new Date(text))}::uuid`,
}
/** To the millisecond named, or to the end of the day named. */
const until: ListFilter<string> = {
  description: 'Up to this moment, or to the end of this day (UTC)',
  body: Moment,
  query: Moment,
  isBound: true,
  where: (text) =>
    sql<SqlBool>`events.id < ${firstUuidAt(new Date(new Date(text).getTime() + (text.includes('T') ? 1 : daysMs(1))))}::uuid`,
}

/** A group is asked for by its opaque id, everything else by its own; a refusal holds the id as it was sent. */
const entityId: ListFilter<string> = {
  ...textFilter('events.entity_id', 'What it was done to, by the id that the record itself shows', 200),
  where: (text, ctx) => sql<SqlBool>`events.entity_id = ${ctx.service.keys.opaqueIds.decode('group', text) ?? text}`,
}

/** What an unnamed actor did can't be asked for by naming that actor. */
const actorId: ListFilter<string> = {
  ...idFilter('events.actor_id', 'Who did it'),
  where: (id, ctx) => sql<SqlBool>`events.actor_id = ${id} and ${accountInScope(ctx, 'events.actor_id')}`,
}

/** Of an error that was answered: the number of the one request; or that of the caller's own trace, which may hold several. */
const traceId: ListFilter<string> = {
  ...textFilter(
    'events.trace_id',
    'The one request, by the `traceId` of its answer; or all of one trace, by the id in their `traceparent`',
  ),
  where: (text) => sql<SqlBool>`(events.trace_id = ${text} or events.parent_trace_id = ${text})`,
  isNarrow: true,
}

/** Whether somebody acted as somebody else. */
const impersonated: ListFilter<boolean> = {
  ...booleanFilter('events.on_behalf_of_id', 'Whether somebody acted as somebody else'),
  where: (value) => (value ? sql<SqlBool>`events.on_behalf_of_id is not null` : sql<SqlBool>`events.on_behalf_of_id is null`),
}

/** No address is looked at: only what was done, names, and where from. */
const ofEntity = ['type', 'entity_name', "person->>'entityName'"]
const ofActor = ["person->>'actorName'", "person->>'ipAddress'"]

export const auditList = defineList({
  name: 'audit',
  table: 'events',
  view: 'audit.view',
  item: AuditEntry,
  page: 'AuditEntryPage',
  load: loadEntries,
  sort: { timestamp: { by: sql`events.id`, type: 'uuid', isIndexed: true } },
  filter: {
    from: since,
    to: until,
    actorId,
    action: actionFilter,
    entityType: textFilter('events.entity_type', 'Kind of record it was done to'),
    entityId,
    tenantId: idFilter('events.tenant_id', 'In this tenant alone'),
    traceId,
    impersonated,
    outcome: oneOfFilter('events.outcome', ['success', 'failure', 'denied'], 'How it ended'),
  },
  idOf: () => null,
  search: (ctx, text) => {
    const anyLike = (columns: readonly string[]) =>
      sql<SqlBool>`(${sql.join(
        columns.map((column) => sql`events.${sql.raw(column)} ilike ${likePattern(text)}`),
        sql` or `,
      )})`
    // a name that is being erased finds nothing any more
    return sql<SqlBool>`((${anyLike(ofEntity)} and not ${isErased('events.entity_id')})
      or (${anyLike(ofActor)} and not ${isErased('events.actor_id')} and (events.actor_id is null or ${accountInScope(ctx, 'events.actor_id')})))`
  },
})

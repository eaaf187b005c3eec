import { type RawBuilder, sql } from 'kysely'
import { before, daysMs } from '#core/clock.ts'
import { firstUuidAt } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { scopeOf } from '#db/rows/owned.ts'
import type { TemplateRecord } from './template-record.ts'

/** Of no template more are counted. */
const mostUses = 100_000

type Used = Pick<TemplateRecord, 'id' | 'code' | 'isSystem'>

/**
 * How many mails were made from each of these within 30 days; of one that writes a mail of the service, those that it wrote. Of those of the
 * service the mails of the caller's scope alone: how many others get is nobody else's business.
 */
export async function usesOf(ctx: Context, templates: readonly Used[]): Promise<ReadonlyMap<string, number>> {
  const since = sql`${firstUuidAt(before(ctx.now, daysMs(30)))}::uuid`
  const written = templates.filter(({ isSystem }) => !isSystem)
  const builtIn = templates.filter(({ isSystem }) => isSystem)
  return new Map([
    ...(written.length === 0 ? [] : await readUses(ctx, usesOfWritten(written, since))),
    ...(builtIn.length === 0 ? [] : await readUses(ctx, usesOfBuiltIn(ctx, builtIn, since))),
  ])
}

async function readUses(ctx: Context, query: RawBuilder<{ id: string; n: number }>): Promise<(readonly [string, number])[]> {
  const { rows } = await query.execute(ctx.db)
  return rows.map(({ id, n }) => [id, n] as const)
}

// unscoped: by templates that the caller may see
const usesOfWritten = (templates: readonly Used[], since: RawBuilder<unknown>) => sql<{ id: string; n: number }>`
  select t.id, (select count(*)::integer from (
    select from emails e where e.template_id = t.id and e.id >= ${since}
    union all
    select from emails e where e.override_id = t.id and e.id >= ${since}
    limit ${mostUses}) found) as n
  from unnest(${templates.map(({ id }) => id)}::uuid[]) t (id)`

/**
 * By the tenants of the scope one after the other, which an index has apart: what the service sends to others is not even looked at. What admins
 * send by one of the service themselves is little.
 */
// unscoped: adds the scope itself
function usesOfBuiltIn({ actor }: Context, templates: readonly Used[], since: RawBuilder<unknown>) {
  const isIt = sql`e.template = t.code and e.template_id is null and e.override_id is null and e.id >= ${since}`
  const ofAdmins = sql`emails e where e.template_id = t.id and e.id >= ${since} and ${scopeOf(actor, 'e.tenant_id') ?? sql`true`}`
  const ofService =
    actor.tenantId === null
      ? sql`emails e where ${isIt}`
      : sql`tenant_closure c cross join lateral (select from emails e where e.tenant_id = c.descendant_id and ${isIt} offset 0) own
          where c.ancestor_id = ${actor.tenantId}`
  return sql<{ id: string; n: number }>`
    select t.id, (select count(*)::integer from (select from ${ofService} union all select from ${ofAdmins} limit ${mostUses}) found) as n
    from unnest(${templates.map(({ id }) => id)}::uuid[], ${templates.map(({ code }) => code)}::text[]) t (id, code)`
}

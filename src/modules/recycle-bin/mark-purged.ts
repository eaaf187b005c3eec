import { sql } from 'kysely'
import { isOfErased } from '#accounts/erased-people.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { emitAll } from '#events/emit.ts'
import { enqueue } from '#jobs/queue.ts'
import { type PurgedEntry, purgedFacts } from '#modules/tenants/late-mark-batches.ts'

/** The kind of job that erases whatever is marked; its payload is empty, for the marks say everything. */
export const erasureJobKind = 'recycle-bin.erase'

/**
 * Marks deleted records of one table as erased: at once they are in no list and can't be restored. Those that were restored or marked
 * meanwhile are left out. Locks them by id.
 * @returns what was marked
 */
// unscoped: by entries in scope that are judged under the locks, or a job's over all tenants
export async function markPurged(
  ctx: PublicContext,
  table: 'accounts' | 'roles' | 'user_groups' | 'webhooks' | 'message_templates',
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with doomed as (
      select id from ${sql.table(table)} e
      where id = any(${ids}::uuid[]) and deleted_at is not null and deleted_with is null and purged_at is null
        and not ${isOfErased(sql`e.tenant_id`)}
      order by id for no key update
    )
    update ${sql.table(table)} e set purged_at = ${ctx.now} from doomed where e.id = doomed.id returning e.id`.execute(ctx.db)
  const marked = rows.map(({ id }) => id)
  // whoever comes by their provider again is somebody new from here on
  if (table === 'accounts') await sql`delete from external_logins where account_id = any(${marked}::uuid[])`.execute(ctx.db)
  return marked
}

/** Tells of what was marked, and has the job erase it. In the transaction of the marks. @returns the ids of the events */
export async function finishPurge(ctx: PublicContext | Context, entries: readonly PurgedEntry[]): Promise<string[]> {
  if (entries.length === 0) return []
  const ids = await emitAll(ctx, 'entity.purged', entries.map(purgedFacts))
  await enqueueErasure(ctx)
  return ids
}

export const enqueueErasure = (ctx: PublicContext): Promise<string> =>
  enqueue(ctx, { kind: erasureJobKind, key: 'all', payload: {}, maxAttempts: 20, priority: -5 })

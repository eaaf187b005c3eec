import { sql } from 'kysely'
import type { PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'

const atOnce = 200

/**
 * Erases the files of tenants that are marked as erased, whose rows nobody is shown any more: the objects first, so that whoever dies in the
 * middle finds them again. Throws when the store is away: the job comes again.
 */
// unscoped: a job, by tenants that are marked as erased
export async function eraseFiles(ctx: PublicContext, tenantIds: readonly string[], signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await sql<{ id: string; key: string }>`
      select id, key from files where tenant_id = any(${tenantIds}::uuid[]) limit ${atOnce}`.execute(ctx.service.database.kysely)
    if (rows.length === 0) return
    for (const { key } of rows) await ctx.service.objects.delete(key)
    const ids = rows.map(({ id }) => id)
    await transact(ctx, (ctx) => sql`delete from files where id = any(${ids}::uuid[])`.execute(ctx.db))
  }
}

import { sql } from 'kysely'
import { before, daysMs } from '#core/clock.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { lockForJob } from '#db/rows/row-locks.ts'
import { transact } from '#db/rows/transact.ts'
import { type BinSource, isEntryOf } from './bin-entries.ts'
import { enqueueErasure, finishPurge, markPurged } from './mark-purged.ts'
import { purgeSubtree } from './purge-tenant.ts'

const batchSize = 500

interface Old {
  readonly id: string
  readonly tenantId: string | null
  readonly name: string | null
  readonly deletedAt: Date
  readonly at: string
}

/**
 * Erases what lies in the recycle bin longer than its tenant's `recycleBinRetentionDays` (a tenant itself: than its parent's; the service's
 * default for what is the platform's), the oldest first, a batch per transaction. Nobody who is protected, and no tenant that holds one:
 * these stay until somebody restores them. What can't be erased stops nothing else: the first error is thrown when all the rest is done.
 */
export async function purgeExpired(ctx: PublicContext, sources: readonly BinSource[], signal: AbortSignal): Promise<void> {
  const latest = before(ctx.now, daysMs(await leastRetentionDays(ctx)))
  const errors: unknown[] = []
  for (const source of sources) {
    for (let after: Pick<Old, 'at' | 'id'> | null = null, isLast = false; !isLast; ) {
      signal.throwIfAborted()
      const old: Old[] = await readOld(ctx, source, latest, after)
      isLast = old.length < batchSize
      after = old.at(-1) ?? null
      const expired = old.filter((entry) => isExpired(ctx, source, entry))
      for (const part of source.table === 'tenants' ? expired.map((one) => [one]) : [expired]) {
        signal.throwIfAborted()
        await purge(ctx, source, part).catch((error) => errors.push(error))
      }
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Has whatever is marked erased, should the job that was to do it be dead. */
// unscoped: a job over all tenants
export async function eraseLeftovers(ctx: PublicContext): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from accounts where purged_at is not null) or exists (select from tenants where purged_at is not null)
      or exists (select from roles where purged_at is not null) or exists (select from user_groups where purged_at is not null)
      or exists (select from webhooks where purged_at is not null)
      or exists (select from message_templates where purged_at is not null)
      as is_there`.execute(ctx.service.database.kysely)
  if (rows[0]?.isThere) await transact(ctx, enqueueErasure)
}

function isExpired(ctx: PublicContext, { table }: BinSource, { id, tenantId, deletedAt }: Old): boolean {
  // whoever deleted a tenant must have the days of those above: its own admins could have left them one
  const keeper = table === 'tenants' ? (ctx.service.tenants.node(id)?.parentId ?? null) : tenantId
  const days = ctx.service.settings.of(keeper).recycleBinRetentionDays
  return deletedAt < before(ctx.now, daysMs(days))
}

/** Nothing younger than this is expired anywhere. */
// unscoped: a job over all tenants
async function leastRetentionDays(ctx: PublicContext): Promise<number> {
  const { rows } = await sql<{ least: number | null }>`
    select min(recycle_bin_retention_days) as least from tenant_settings`.execute(ctx.service.database.kysely)
  const { recycleBinRetentionDays } = ctx.service.settings.of(null)
  return Math.min(rows[0]?.least ?? recycleBinRetentionDays, recycleBinRetentionDays)
}

// unscoped: a job over all tenants
async function readOld(ctx: PublicContext, source: BinSource, latest: Date, after: Pick<Old, 'at' | 'id'> | null): Promise<Old[]> {
  const isPerson = source.table === 'accounts'
  const { rows } = await sql<Old>`
    select e.id, e.${sql.raw(source.tenant)} as tenant_id, ${isPerson ? sql`null` : source.name} as name, e.deleted_at, e.deleted_at::text as at
    from ${sql.table(source.table)} e
    where ${isEntryOf(source)} and ${source.only ?? sql`true`} and e.deleted_at < ${latest}
      and ${after ? sql`(e.deleted_at, e.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      ${isPerson ? sql`and not e.is_protected` : sql``}
    order by e.deleted_at, e.id limit ${batchSize}`.execute(ctx.service.database.kysely)
  return rows
}

/** Records of one table in one transaction; of tenants, which may be large, one at a time. In the line of all who change them, like a caller. */
async function purge(ctx: PublicContext, { type, table }: BinSource, expired: readonly Old[]): Promise<void> {
  if (expired.length === 0) return
  const ids = expired.map(({ id }) => id)
  if (table === 'tenants') {
    const top = ids[0]!
    await purgeSubtree(ctx, top, (ctx, tenantIdsBelow) => lockForJob(ctx, { changedTenantIds: [top], tenantIdsBelow }))
    return
  }
  await transact(ctx, async (ctx) => {
    await lockForJob(ctx, { tenantIds: expired.map(({ tenantId }) => tenantId), changedIds: ids })
    const marked = new Set(await markPurged(ctx, table, ids))
    const facts = expired.filter(({ id }) => marked.has(id)).map(({ id, tenantId, name }) => ({ type, id, tenantId, name }))
    await finishPurge(ctx, facts)
  })
}

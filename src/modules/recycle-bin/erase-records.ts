import { sql } from 'kysely'
import { crashPoint } from '#core/crash-points.ts'
import { revoke } from '#db/live/revocations.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { eraseFiles } from './erase-files.ts'
import { type CountTable, deleteInBatches } from './erase-people.ts'
import { deletePicture, unsharedLogos } from './erase-pictures.ts'

const atOnce = 100
const counts: readonly CountTable[] = ['event_counts', 'failed_address_days', 'failed_addresses']

const ownedTables = ['user_groups', 'webhooks', 'message_templates', 'roles'] as const

/**
 * Erases the groups, webhooks, templates and roles that are marked, with what hangs on them. Who still has such a role was deleted, or restored
 * without it: they have none now.
 */
// unscoped: a job, by records that are marked as erased
export async function eraseOwned(ctx: PublicContext, signal: AbortSignal): Promise<void> {
  for (const table of ownedTables) {
    for (let ids = await marked(ctx, table); ids.length > 0; ids = await marked(ctx, table)) {
      signal.throwIfAborted()
      if (table === 'user_groups') await deleteInBatches(ctx, 'user_group_members', sql`group_id = any(${ids}::uuid[])`, signal)
      else if (table === 'webhooks') await deleteInBatches(ctx, 'webhook_deliveries', sql`webhook_id = any(${ids}::uuid[])`, signal)
      else if (table === 'roles') await takeRoles(ctx, ids, signal)
      await transact(ctx, async (ctx) => {
        await sql`delete from ${sql.table(table)} where id = any(${ids}::uuid[]) and purged_at is not null`.execute(ctx.db)
      })
      crashPoint('erasure.after-batch')
    }
  }
}

// unscoped: a job over all tenants
async function marked(ctx: PublicContext, table: (typeof ownedTables)[number]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where purged_at is not null order by id limit ${atOnce}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

// unscoped: a job, by roles that are marked as erased
async function takeRoles(ctx: PublicContext, roleIds: readonly string[], signal: AbortSignal): Promise<void> {
  for (let n = 1; n > 0; ) {
    signal.throwIfAborted()
    const { numAffectedRows } = await transact(ctx, (ctx) =>
      sql`update accounts set role_id = null, version = version + 1 where id = any(array(
        select id from accounts where role_id = any(${roleIds}::uuid[]) order by id limit 2000 for no key update))`.execute(ctx.db),
    )
    n = Number(numAffectedRows ?? 0n)
  }
}

interface GoingTenant {
  readonly id: string
  readonly logos: (string | null)[]
}

/** Erases the tenants that are marked, those with nothing below them first; everything of theirs that is left goes along. */
// unscoped: a job, by tenants that are marked as erased
export async function eraseTenants(ctx: PublicContext, signal: AbortSignal): Promise<void> {
  for (let going = await leaves(ctx); going.length > 0; going = await leaves(ctx)) {
    signal.throwIfAborted()
    const ids = going.map(({ id }) => id)
    const logos = going.flatMap(({ logos }) => logos).filter((url) => url !== null)
    for (const url of await unsharedLogos(ctx, [...new Set(logos)], ids)) await deletePicture(ctx, 'logo', url)
    await eraseFiles(ctx, ids, signal)
    for (const table of ['emails', 'texts'] as const) await deleteInBatches(ctx, table, sql`tenant_id = any(${ids}::uuid[])`, signal)
    for (const table of counts) await deleteInBatches(ctx, table, sql`scope_id = any(${ids}::uuid[])`, signal)
    await transact(ctx, async (ctx) => {
      const isTheirs = sql`tenant_id = any(${ids}::uuid[])`
      // what others show stays where it is, and is counted as theirs by the next sweep
      await sql`delete from stored_pictures where ${isTheirs}`.execute(ctx.db)
      await sql`delete from menu_items where ${isTheirs}`.execute(ctx.db)
      await sql`delete from tenant_account_counts where ${isTheirs}`.execute(ctx.db)
      await sql`delete from email_days where ${isTheirs}`.execute(ctx.db)
      await sql`delete from email_failures where ${isTheirs}`.execute(ctx.db)
      // what was counted since
      for (const table of counts) await sql`delete from ${sql.table(table)} where scope_id = any(${ids}::uuid[])`.execute(ctx.db)
      await sql`delete from tenant_verified_users where ${isTheirs}`.execute(ctx.db)
      await sql`delete from tenants where id = any(${ids}::uuid[])`.execute(ctx.db)
      await revoke(ctx, 'tree', null)
    })
    crashPoint('erasure.after-batch')
  }
}

/** What hangs on them by rows of other people's making stays until that is gone: then they are found again. */
// unscoped: a job over all tenants
async function leaves(ctx: PublicContext): Promise<GoingTenant[]> {
  const { rows } = await sql<GoingTenant>`
    select t.id, array[t.logo_url, s.logo_url, s.favicon_url] as logos
    from tenants t left join tenant_settings s on s.tenant_id = t.id
    where t.purged_at is not null and not exists (select from tenants c where c.parent_id = t.id)
      and not exists (select from accounts a where a.tenant_id = t.id)
      and not exists (select from roles r where r.tenant_id = t.id)
      and not exists (select from user_groups g where g.tenant_id = t.id)
      and not exists (select from webhooks w where w.tenant_id = t.id)
      and not exists (select from message_templates m where m.tenant_id = t.id)
    order by t.id limit ${atOnce}`.execute(ctx.db)
  return rows
}

import { sql } from 'kysely'
import { isOfErased } from '#accounts/erased-people.ts'
import { notFound } from '#core/errors.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { lockedInOrder } from '#db/rows/row-locks.ts'
import { endOfSessions, switchAccounts } from '#modules/tenants/deleted-tenants.ts'
import type { LateMarks } from '#modules/tenants/late-marks.ts'
import { refuseTakenName } from './restore-obstacles.ts'

/** Throws 404 for a tenant that is no entry of the bin any more. Under its lock. */
// unscoped: by an entry in scope, or a job's
export async function requireEntry(ctx: PublicContext, top: string): Promise<{ lateMarks: LateMarks | null }> {
  const { rows } = await sql<{ lateMarks: LateMarks | null }>`
    select late_marks from tenants t
    where id = ${top} and deleted_at is not null and deleted_with is null and not ${isOfErased(sql`t.id`)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/**
 * Takes the marks of a deletion from these tenants; `ahead` leaves on each with which one it went, for whoever makes the deletion whole again, or
 * tells of the restore. Under their locks.
 * @throws AppError 409 `cannot_restore` when the code of one is taken
 */
// unscoped: by an entry in scope, judged again under the locks, and what went with it
export async function unmarkTenants(
  ctx: Context,
  top: string,
  ids: readonly string[],
  how: 'open' | 'ahead',
): Promise<{ id: string; name: string }[]> {
  const end =
    how === 'open'
      ? sql`, deleted_with = null, is_sweeping = false, restoring_until = null, late_marks = null, late_marks_event = null`
      : sql``
  const { rows } = await sql<{ id: string; name: string }>`
    update tenants set deleted_at = null, deleted_by = null, sessions_valid_after = ${endOfSessions(ctx)}, version = version + 1 ${end}
    where id = any(${ids}::uuid[]) and (id = ${top} or deleted_with = ${top}) and deleted_at is not null
    returning id, name`
    .execute(ctx.db)
    .catch(refuseTakenName)
  return rows
}

/** Their roles, groups, webhooks and templates. By the index of tenants: that of what went with one may hold those of ten thousand. */
// unscoped: by an entry in scope, judged again under the locks, and what went with it
export async function unmarkOwned(ctx: Context, top: string, tenantIds: readonly string[]): Promise<void> {
  for (const table of ['roles', 'user_groups', 'webhooks', 'message_templates'] as const)
    await sql`
      update ${sql.table(table)} set deleted_at = null, deleted_by = null, deleted_with = null, version = version + 1
      where ${lockedInOrder(table, sql`tenant_id = any(${tenantIds}::uuid[]) and (deleted_with = ${top}) is true`)}`.execute(ctx.db)
}

/** Who was deleted after being switched off stays deleted, but is active again should they be restored; only the living count. */
// unscoped: by an entry in scope, judged again under the locks, and what went with it
export async function switchOnAccounts(ctx: Context, top: string): Promise<void> {
  const { rows: marked } = await sql<{ id: string }>`
    select id from accounts where deactivated_with = ${top} order by id for no key update`.execute(ctx.db)
  await switchAccounts(ctx, marked, { isActive: true, deactivatedWith: null })
}

/**
 * Codes first, like `revokePendingProofs`. A code made before the deletion must not open an account that came back. By the codes, which
 * live for minutes and are few, and not by the people, who may be a million.
 */
// unscoped: by tenants that come back, judged under the locks
export async function killProofs(ctx: Context, tenantIds: readonly string[]): Promise<void> {
  for (const table of ['one_time_codes', 'challenges'] as const)
    await sql`delete from ${sql.table(table)} p using accounts a
      where a.id = p.account_id and a.tenant_id = any(${tenantIds}::uuid[])`.execute(ctx.db)
}

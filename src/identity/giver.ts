import { sql } from 'kysely'
import { unauthenticated } from '#core/errors.ts'
import type { Context } from '#db/context.ts'
import { requirePermission } from './delegation.ts'
import { effectivePermissions, type Giver, masksBeneath } from './effective-permissions.ts'
import { loadHoldings } from './holdings.ts'

/** What is to be locked with the giver: `changed…` for change, the rest for share, to stay as it is until the end. */
export interface GrantLocks {
  /** Their grants. The platform (null) has nothing to lock, here and below. */
  readonly grantsOf?: readonly (string | null)[]
  /** Changed by this transaction, or its quota is counted. */
  readonly changedTenantIds?: readonly (string | null)[]
  /** Given to somebody. */
  readonly roleIds?: readonly string[]
  readonly changedRoleIds?: readonly string[]
  readonly changedGroupIds?: readonly string[]
  readonly changedAccountIds?: readonly string[]
}

/**
 * Locks the caller's tenant, roles, groups and account, with what the transaction gives or changes, in the one order of locks
 * (tenants, roles, groups, accounts; each by id), and reads again what the caller may do: a right that is being taken away can't be
 * given on. What is only read is locked for share. Every tenant comes with all that stand above it, for what it is granted is cut by
 * a change of any of them.
 * Throws 401 `session_revoked` when the caller was shut out meanwhile: of two admins who block each other one stays; 403 when the
 * permission that opened the route is no longer the caller's.
 */
export async function lockGiver(ctx: Context, locks: GrantLocks = {}): Promise<Giver> {
  if (!ctx.inTransaction) throw new Error('rights are given under locks only')
  const changed = withoutPlatform(locks.changedTenantIds)
  const { lineage, roleIds, groupIds } = await dependenciesOf(ctx, [...changed, ...withoutPlatform(locks.grantsOf)])
  await lock(ctx, 'tenants', lineage, changed)
  await lock(ctx, 'roles', [...roleIds, ...(locks.roleIds ?? [])], locks.changedRoleIds)
  await lock(ctx, 'user_groups', groupIds, locks.changedGroupIds)
  const accounts = locks.changedAccountIds ?? []
  // the caller for change too, or two admins who block each other wait for each other
  await lock(ctx, 'accounts', [ctx.actor.id], accounts.length > 0 ? [...accounts, ctx.actor.id] : [])
  await requireStillThere(ctx)
  const holding = (await loadHoldings(ctx.db, [ctx.actor.id])).get(ctx.actor.id)
  const giver: Giver = holding
    ? { ...effectivePermissions(holding), beneath: masksBeneath(holding) }
    : { permissions: new Set(), masks: new Map(), beneath: new Map() }
  if (ctx.permission) requirePermission(giver, ctx.permission)
  return giver
}

const withoutPlatform = (tenantIds: readonly (string | null)[] = []): string[] => tenantIds.flatMap((id) => id ?? [])

async function requireStillThere(ctx: Context): Promise<void> {
  const caller = await ctx.db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', ctx.actor.id)
    .where('isActive', '=', true)
    .where('isBlocked', '=', false)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!caller) throw unauthenticated('session_revoked', true)
}

/**
 * Throws 401 `session_revoked` when the caller's session was ended, or their tenant shut, since the request came in: for work that
 * goes on for longer than one transaction. Under `lockGiver`, which keeps the tenants as they are.
 */
export async function requireSessionOpen(ctx: Context): Promise<void> {
  const { rows } = await sql`
    select from sessions s join accounts a on a.id = s.account_id
    where s.id = ${ctx.actor.sessionId} and s.ended_at is null and not exists (
      select from tenant_closure c join tenants t on t.id = c.ancestor_id
      where c.descendant_id = a.tenant_id and (t.status <> 'Active' or t.deleted_at is not null or t.sessions_valid_after >= s.created_at))`.execute(
    ctx.db,
  )
  if (rows.length === 0) throw unauthenticated('session_revoked', true)
}

type Lockable = 'tenants' | 'roles' | 'user_groups' | 'accounts'

/** In the order of ids whatever the mode, a statement for each run of one mode: a lock for share is never made one for change later. */
async function lock(ctx: Context, table: Lockable, shared: readonly string[], changed: readonly string[] = []): Promise<void> {
  const modes = new Map([...shared.map((id) => [id, 'share'] as const), ...changed.map((id) => [id, 'no key update'] as const)])
  const runs: { mode: string; ids: string[] }[] = []
  for (const id of [...modes.keys()].sort()) {
    const mode = modes.get(id)!
    const run = runs.at(-1)
    if (run?.mode === mode) run.ids.push(id)
    else runs.push({ mode, ids: [id] })
  }
  for (const { mode, ids } of runs) {
    await sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for ${sql.raw(mode)}`.execute(ctx.db)
  }
}

async function dependenciesOf(
  ctx: Context,
  tenantIds: readonly string[],
): Promise<{ lineage: string[]; roleIds: string[]; groupIds: string[] }> {
  const { rows } = await sql<{ lineage: string[]; roleIds: string[]; groupIds: string[] }>`
    select
      array(select distinct c.ancestor_id from tenant_closure c where c.descendant_id = any(${tenantIds}::uuid[] || a.tenant_id)) as lineage,
      array(select a.role_id where a.role_id is not null
        union select gr.role_id from user_group_members m join user_group_roles gr on gr.group_id = m.group_id where m.account_id = a.id) as role_ids,
      array(select m.group_id from user_group_members m where m.account_id = a.id) as group_ids
    from accounts a where a.id = ${ctx.actor.id}`.execute(ctx.db)
  // an account that is gone meanwhile: `requireStillThere` says so
  return rows[0] ?? { lineage: [], roleIds: [], groupIds: [] }
}

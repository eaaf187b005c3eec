import { sql } from 'kysely'
import type { Context } from '#db/rows/context.ts'
import { runHot } from '#db/rows/hot-query.ts'
import { hasLine, standInLine } from '#db/rows/lock-line.ts'
import { lockRows } from '#db/rows/row-locks.ts'
import { type Grantor, grantorOf } from './grantor-rights.ts'
import { loadWholeSources } from './permission-sources.ts'
import { peopleOf, requireAdmitted, requireOpenSession } from './standing.ts'

/** What is to be locked with the grantor: `changed…` for change, the rest for share, to stay as it is until the end. */
export interface GrantLocks {
  /** Their grants. The platform (null) has nothing to lock, here and below. */
  readonly grantsOf?: readonly (string | null)[]
  /** Changed by this transaction, or its quota is counted. */
  readonly changedTenantIds?: readonly (string | null)[]
  /** Changed too, each below one of those that are changed: however many, they wait with it. */
  readonly tenantIdsBelow?: readonly string[]
  /** Given to somebody. */
  readonly roleIds?: readonly string[]
  readonly changedRoleIds?: readonly string[]
  readonly changedGroupIds?: readonly string[]
  readonly changedAccountIds?: readonly string[]
  /** The caller's own row is shared though accounts are changed: where one request has several transactions under way. */
  readonly sharesCaller?: boolean
}

/**
 * Locks the caller's tenant, roles, groups and account, with what the transaction gives or changes, in the one order of locks
 * (tenants, roles, groups, accounts; each by id), and reads again what the caller may do: a right that is being taken away can't be
 * given on. What is only read is locked for share. Every tenant comes with all that stand above it, for what it is granted is cut by
 * a change of any of them.
 * Throws 401 `session_revoked` when the caller's session is over by now: of two admins who block each other one stays; 403 when the
 * route is closed to them by now.
 */
export async function lockGrantor(ctx: Context, locks: GrantLocks = {}): Promise<Grantor> {
  if (!ctx.inTransaction) throw new Error('rights are given under locks only')
  const { lineage, roleIds, groupIds } = await dependenciesOf(ctx, locks)
  await lockRows(ctx, 'tenants', lineage, [...withoutPlatform(locks.changedTenantIds), ...(locks.tenantIdsBelow ?? [])])
  await lockRows(ctx, 'roles', [...roleIds, ...(locks.roleIds ?? [])], locks.changedRoleIds)
  await lockRows(ctx, 'user_groups', groupIds, locks.changedGroupIds)
  const accounts = locks.changedAccountIds ?? []
  // the caller for change too, or two admins who block each other wait for each other; shared it is only beside rows in the same order
  const own = accounts.length > 0 && !locks.sharesCaller ? [ctx.actor.id] : []
  await lockRows(ctx, 'accounts', peopleOf(ctx), [...accounts, ...own])
  const found = await requireOpenSession(ctx, 'share')
  const grantor = await loadGrantor(ctx)
  requireAdmitted(ctx, found, grantor)
  return grantor
}

/** What the caller may do, read without any lock, for what only tells what would be done. Throws 401 like `lockGrantor`. */
export async function readGrantor(ctx: Context): Promise<Grantor> {
  await requireOpenSession(ctx, 'none')
  return await loadGrantor(ctx)
}

async function loadGrantor(ctx: Context): Promise<Grantor> {
  const permissionSources = await loadWholeSources(ctx.db, [ctx.actor.id])
  return grantorOf(permissionSources.get(ctx.actor.id) ?? null)
}

const withoutPlatform = (tenantIds: readonly (string | null)[] = []): string[] => tenantIds.flatMap((id) => id ?? [])

interface Dependencies {
  readonly lineage: string[]
  readonly roleIds: string[]
  readonly groupIds: string[]
}

/** Finds what is to be locked, and stands in line for it (`lock-line.ts`). */
// unscoped: the caller's own account
async function dependenciesOf(ctx: Context, locks: GrantLocks): Promise<Dependencies> {
  const tenants = sql<string[]>`${withoutPlatform(locks.grantsOf)}::uuid[] || tenant_id`
  const changedTenants = sql<string[]>`${withoutPlatform(locks.changedTenantIds)}::uuid[]`
  const inLine = standInLine({
    tenants,
    changedTenants,
    // the caller never alone: who waits for a tenant would hold up all that they do elsewhere
    shared: sql`${ctx.actor.id}::uuid || role_ids || ${locks.roleIds ?? []}::uuid[] || group_ids`,
    // only the first of them have a place: a group's many members must not take that of the group
    changed: sql`${[...(locks.changedRoleIds ?? []), ...(locks.changedGroupIds ?? []), ...(locks.changedAccountIds ?? [])]}::uuid[]`,
  })
  const { rows } = await runHot(
    ctx.db,
    sql<Dependencies>`
    with found as materialized (
      select a.tenant_id,
        array(select a.role_id where a.role_id is not null
          union select gr.role_id from user_group_members m join user_group_roles gr on gr.group_id = m.group_id where m.account_id = a.id) as role_ids,
        array(select m.group_id from user_group_members m where m.account_id = a.id) as group_ids
      from accounts a where a.id = ${ctx.actor.id}
    )
    select role_ids, group_ids,
      array(select distinct c.ancestor_id from tenant_closure c where c.descendant_id = any(${changedTenants} || ${tenants})) as lineage
      ${hasLine(ctx) ? sql`, ${inLine}` : sql``}
    from found`,
  )
  // an account that is gone meanwhile: `requireOpenSession` says so
  return rows[0] ?? { lineage: [], roleIds: [], groupIds: [] }
}

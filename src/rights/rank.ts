import { type SqlBool, sql } from 'kysely'
import { type PermissionName, permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import { refuseExcess } from './delegation.ts'
import type { EffectivePermissions } from './effective-permissions.ts'
import type { Grantor } from './grantor-rights.ts'
import { holdingsOfRoles, loadWholeSources, type RoleOf } from './permission-sources.ts'
import { excessOver, type Measure } from './permissions-beyond.ts'

/**
 * Throws 403 with the excess when one of these accounts can do more than the caller: nobody edits, blocks, deletes, resets or
 * unlocks who stands above them, restrictions counted. Their people stand as high as they will when a deleted tenant, a deleted role or
 * a grant that was cut comes back. Under `lockGrantor` with the accounts.
 */
export async function requireNotSuperior(ctx: Context, grantor: Grantor, accountIds: readonly string[]): Promise<void> {
  await requireMeasure(ctx, grantor, accountIds, 'rank')
}

/**
 * Throws 403 with the excess when an account can do more than the caller, or could once its groups are awake. Asked where it is got at for
 * good, by its address: whoever takes it over while it can do nothing has it when it can. Under `lockGrantor` with the account.
 */
export async function requireNotPotentialSuperior(ctx: Context, grantor: Grantor, accountId: string): Promise<void> {
  await requireMeasure(ctx, grantor, [accountId], 'takeover')
}

async function requireMeasure(ctx: Context, grantor: Grantor, accountIds: readonly string[], measure: Measure): Promise<void> {
  const permissionSources = await loadWholeSources(ctx.db, accountIds)
  refuseExcess([...new Set([...permissionSources.values()].flatMap((holding) => excessOver(grantor, holding, measure)))])
}

/**
 * Throws what `requireNotSuperior` throws for everybody who has this role or is in a group that gives it, but for the caller: who changes what a
 * superior's rights are made of edits the superior. Of all who hold the very same things one is read, however many they are.
 */
// unscoped: by a role that is locked, and was judged under the lock; whoever holds it counts
export async function requireNotSuperiorHolders(ctx: Context, grantor: Grantor, roleId: string): Promise<void> {
  if (holdsEverything(grantor)) return
  // who has it in both ways is there twice, and counts once in the end
  const { rows } = await sql<{ id: string }>`
    with holders as (
      select a.id, a.tenant_id, a.role_id, a.kind, a.deleted_at from accounts a where a.role_id = ${roleId}
      union all
      select a.id, a.tenant_id, a.role_id, a.kind, a.deleted_at from user_group_roles gr
        join user_group_members m on m.group_id = gr.group_id join accounts a on a.id = m.account_id where gr.role_id = ${roleId}
    )
    select min(a.id::text)::uuid as id
    from holders a cross join lateral ${groupsHeld}
    where a.deleted_at is null and a.kind = 'admin' and a.id <> ${ctx.actor.id}
    group by ${alike}`.execute(ctx.db)
  await requireNoneSuperior(
    ctx,
    grantor,
    rows.map(({ id }) => id),
  )
}

/** Throws what `requireNotSuperior` throws, for many: of all who hold the very same things one is looked at. Under the same locks. */
export async function requireNoneSuperior(ctx: Context, grantor: Grantor, accountIds: readonly string[]): Promise<void> {
  refuseExcess([...new Set([...(await excessByAccount(ctx, grantor, accountIds)).values()].flat())])
}

/**
 * What each of these accounts can do beyond the grantor; who can't do more is not in the answer. A fixed number of statements however
 * many they are: a group of thousands mostly holds the same few roles, and where none of these alone is beyond the grantor, nobody is.
 */
export async function excessByAccount(
  ctx: Context,
  grantor: Grantor,
  accountIds: readonly string[],
): Promise<Map<string, PermissionName[]>> {
  if (holdsEverything(grantor)) return new Map()
  const beyond = await rolesBeyond(ctx, grantor, accountIds)
  return beyond.length === 0 ? new Map() : await beyondOfHolders(ctx, grantor, { accountIds, roleIds: beyond })
}

/** Nothing can be beyond whoever has all there is, unrestricted; nobody's rights need to be read for that. */
const holdsEverything = ({ permissions, masks }: EffectivePermissions) =>
  masks.size === 0 && permissionNames.every((name) => permissions.has(name))

/** What makes accounts `a` hold the very same things. */
// unscoped: of accounts `a`, which whoever puts it into a statement chose
const groupsHeld = sql`(select array(select m.group_id from user_group_members m where m.account_id = a.id order by 1) as groups) held`
const alike = sql`a.tenant_id, a.role_id, held.groups`

/** Restrictions of groups and tenants only take away: whoever can do more has a role that alone is more. */
// unscoped: by accounts that are locked, and were judged under the locks
async function rolesBeyond(ctx: Context, grantor: Grantor, accountIds: readonly string[]): Promise<string[]> {
  if (accountIds.length === 0) return []
  const { rows } = await sql<RoleOf>`
    select a.tenant_id, a.role_id from accounts a where a.id = any(${accountIds}::uuid[]) and a.role_id is not null
    union
    select a.tenant_id, gr.role_id
    from accounts a join user_group_members m on m.account_id = a.id join user_group_roles gr on gr.group_id = m.group_id
    where a.id = any(${accountIds}::uuid[])`.execute(ctx.db)
  const beyond = (await holdingsOfRoles(ctx.db, rows)).filter((holding) => excessOver(grantor, holding, 'rank').length > 0)
  return beyond.map(({ roleId }) => roleId)
}

/** Of all who hold the very same things one is looked at. */
// unscoped: by accounts that are locked, and were judged under the locks
async function beyondOfHolders(
  ctx: Context,
  grantor: Grantor,
  { accountIds, roleIds }: { readonly accountIds: readonly string[]; readonly roleIds: readonly string[] },
): Promise<Map<string, PermissionName[]>> {
  const holdsOne = sql<SqlBool>`(a.role_id = any(${roleIds}::uuid[]) or exists (
    select from user_group_members m join user_group_roles gr on gr.group_id = m.group_id
    where m.account_id = a.id and gr.role_id = any(${roleIds}::uuid[])))`
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(a.id) as ids
    from accounts a cross join lateral ${groupsHeld}
    where a.id = any(${accountIds}::uuid[]) and ${holdsOne}
    group by ${alike}`.execute(ctx.db)
  const permissionSources = await loadWholeSources(
    ctx.db,
    rows.map(({ ids }) => ids[0]!),
  )
  const above = new Map<string, PermissionName[]>()
  for (const { ids } of rows) {
    const excess = excessOver(grantor, permissionSources.get(ids[0]!)!, 'rank')
    if (excess.length > 0) for (const id of ids) above.set(id, excess)
  }
  return above
}

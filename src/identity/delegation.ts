import { sql } from 'kysely'
import { forbidden, unauthenticated } from '#core/errors.ts'
import { type PermissionName, permissionByName, permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import { type EffectivePermissions, effectivePermissions, type Holding } from './effective-permissions.ts'
import { holdingColumns, loadHoldings } from './holdings.ts'

/** Permissions with the fields each is restricted in. */
type Permissions = Pick<EffectivePermissions, 'permissions' | 'masks'>

/**
 * The permissions among `given` that the giver does not hold, or holds with a restriction that is not given along: nobody gives
 * what they don't have, and a permission without its restriction is more than one with it. In the catalogue's order.
 */
export function excessOf(giver: Permissions, given: Permissions): PermissionName[] {
  return permissionNames.filter((name) => {
    if (!given.permissions.has(name)) return false
    if (!giver.permissions.has(name)) return true
    const kept = given.masks.get(name) ?? []
    return (giver.masks.get(name) ?? []).some((field) => !kept.includes(field))
  })
}

/** Throws 403 `permission_denied` with the excess, where there is any. */
export function refuseExcess(excess: readonly string[]): void {
  if (excess.length > 0) throw forbidden('permission_denied', { excess })
}

/** What is to be locked with the giver. */
export interface GrantLocks {
  /** Changed by this transaction, or its quota is counted. */
  readonly tenantIds?: readonly string[]
  /** Given to somebody. */
  readonly roleIds?: readonly string[]
  /** Changed by this transaction. */
  readonly accountIds?: readonly string[]
}

/**
 * Locks the caller's tenant, roles, groups and account, with what the transaction gives or changes, in the one order of locks, and
 * reads again what the caller may do: a right that is being taken away can't be given on. What is only read is locked for share.
 * Throws 401 `session_revoked` when the caller was shut out meanwhile: of two admins who block each other one stays.
 */
export async function lockGiver(ctx: Context, locks: GrantLocks = {}): Promise<EffectivePermissions> {
  if (!ctx.inTransaction) throw new Error('rights are given under locks only')
  const { tenantId, roleIds, groupIds } = await dependenciesOf(ctx)
  const changed = locks.tenantIds ?? []
  // the caller's tenant stands above all it may touch, and so comes first
  if (tenantId !== null && !changed.includes(tenantId)) await lock(ctx, 'tenants', [tenantId], 'share')
  await lock(ctx, 'tenants', changed, 'no key update')
  await lock(ctx, 'roles', [...roleIds, ...(locks.roleIds ?? [])], 'share')
  await lock(ctx, 'user_groups', groupIds, 'share')
  const accounts = locks.accountIds ?? []
  // in one go by id, or two admins who block each other wait for each other
  await lock(ctx, 'accounts', [...accounts, ctx.actor.id], accounts.length > 0 ? 'no key update' : 'share')
  await requireStillThere(ctx)
  const holding = (await loadHoldings(ctx.db, [ctx.actor.id])).get(ctx.actor.id)
  return holding ? effectivePermissions(holding) : { permissions: new Set(), masks: new Map() }
}

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

async function lock(
  ctx: Context,
  table: 'tenants' | 'roles' | 'user_groups' | 'accounts',
  ids: readonly string[],
  mode: 'share' | 'no key update',
): Promise<void> {
  if (ids.length === 0) return
  await sql`select from ${sql.table(table)} where id = any(${[...new Set(ids)]}::uuid[]) order by id for ${sql.raw(mode)}`.execute(ctx.db)
}

async function dependenciesOf(ctx: Context): Promise<{ tenantId: string | null; roleIds: string[]; groupIds: string[] }> {
  const { rows } = await sql<{ tenantId: string | null; roleIds: string[]; groupIds: string[] }>`
    select a.tenant_id,
      array(select a.role_id where a.role_id is not null
        union select gr.role_id from user_group_members m join user_group_roles gr on gr.group_id = m.group_id where m.account_id = a.id) as role_ids,
      array(select m.group_id from user_group_members m where m.account_id = a.id) as group_ids
    from accounts a where a.id = ${ctx.actor.id}`.execute(ctx.db)
  return rows[0] ?? { tenantId: ctx.actor.tenantId, roleIds: [], groupIds: [] }
}

/**
 * Throws 403 with the excess when an account of `tenantId` with this role and nothing else could do more than the giver, or when
 * the role lists what its tenant was not granted. Under `lockGiver` with the role.
 */
export async function requireRoleWithin(ctx: Context, giver: Permissions, roleId: string, tenantId: string | null): Promise<void> {
  const holding = await holdingOfRole(ctx, roleId, tenantId)
  const given = effectivePermissions(holding)
  const listed = (holding.role?.permissions ?? []).flatMap(({ permission }) => permissionByName(permission)?.name ?? [])
  const beyondGrant = listed.filter((name) => !given.permissions.has(name))
  refuseExcess([...new Set([...excessOf(giver, given), ...beyondGrant])])
}

async function holdingOfRole(ctx: Context, roleId: string, tenantId: string | null): Promise<Holding> {
  const { rows } = await sql<Holding>`select a.tenant_id, ${sql.raw(holdingColumns)}
    from (select null::uuid as id, ${roleId}::uuid as role_id, ${tenantId}::uuid as tenant_id) a`.execute(ctx.db)
  return rows[0]!
}

/**
 * Throws 403 with the excess when one of these accounts can do more than the caller: nobody edits, blocks, deletes, resets or
 * unlocks who stands above them, restrictions counted. Under `lockGiver` with the accounts.
 */
export async function requireRank(ctx: Context, giver: Permissions, accountIds: readonly string[]): Promise<void> {
  const holdings = await loadHoldings(ctx.db, accountIds)
  refuseExcess([...new Set([...holdings.values()].flatMap((holding) => excessOf(giver, effectivePermissions(holding))))])
}

import { sql } from 'kysely'
import { isPlatformOnly, type PermissionName, permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import { effectivePermissions, type HeldGroup, type HeldRole, type PermissionSource } from '#rights/effective-permissions.ts'
import { loadPermissionSources, loadWholeSources } from '#rights/permission-sources.ts'
import { type AccountState, type Step, shutOutBy } from './explanation.ts'

/** Where a permission comes from: the own role, or a group that brings it. */
export interface Origin {
  readonly source: 'role' | 'group'
  readonly id: string
  readonly name: string
}

export interface PermissionOrigins {
  readonly permissions: readonly { name: PermissionName; restrictedFields: readonly string[]; from: readonly Origin[] }[]
  /** What a role or group would give, and why it does not. */
  readonly withheld: readonly { name: PermissionName; reason: Step['reason'] }[]
  readonly groups: readonly { id: string; name: string; isActive: boolean }[]
}

interface State extends AccountState {
  readonly groups: readonly { id: string; name: string; isActive: boolean; isDeleted: boolean }[]
}

/**
 * All that an account may do with where each comes from, and what it would do but for something; null for one that is not there. `explain`
 * tells more, of one permission. The account must be known to be in the caller's scope.
 */
export async function permissionOrigins(ctx: Context, accountId: string): Promise<PermissionOrigins | null> {
  const now = (await loadPermissionSources(ctx.db, [accountId])).get(accountId)
  const sleeping = (await loadWholeSources(ctx.db, [accountId])).get(accountId)
  const state = await stateOf(ctx, accountId)
  if (!now || !sleeping || !state) return null
  // whoever can't sign in may do nothing
  const shut = shutOutBy(state)[0] ?? ctx.service.tenants.state(now.tenantId)
  const { permissions, masks } = effectivePermissions(now)
  const origins = originsIn(now, new Map(state.groups.map(({ id, name }) => [id, name])))
  return {
    permissions: shut
      ? []
      : permissionNames
          .filter((name) => permissions.has(name))
          .map((name) => ({
            name,
            restrictedFields: masks.get(name) ?? [],
            from: origins.filter(({ gives }) => gives.has(name)).map(({ from }) => from),
          })),
    withheld: withheldFrom(now, sleeping, shut),
    groups: state.groups.filter(({ isDeleted }) => !isDeleted).map(({ id, name, isActive }) => ({ id, name, isActive })),
  }
}

// unscoped: by an account that is known to be in scope
async function stateOf(ctx: Context, accountId: string): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select a.is_blocked, a.is_active,
      exists (select from account_activity v where v.account_id = a.id and v.locked_until > ${ctx.now}) as is_locked_out,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name_en, 'isActive', g.is_active, 'isDeleted', g.deleted_at is not null)
          order by g.name_en, g.id)
        from user_group_members m join user_groups g on g.id = m.group_id where m.account_id = a.id), '[]') as groups
    from accounts a where a.id = ${accountId}`.execute(ctx.db)
  return rows[0]
}

/** What this role alone gives under the grant. */
const givenBy = (holding: PermissionSource, role: HeldRole) => effectivePermissions({ ...holding, role, groups: [] }).permissions

function originsIn(now: PermissionSource, names: ReadonlyMap<string, string>): { from: Origin; gives: ReadonlySet<PermissionName> }[] {
  const own = now.role ? [{ from: { source: 'role' as const, id: now.role.id, name: now.role.name }, gives: givenBy(now, now.role) }] : []
  const groups = now.groups.filter(({ isActive }) => isActive)
  return [
    ...own,
    ...groups.map(({ id, roles }) => ({
      from: { source: 'group' as const, id, name: names.get(id) ?? '' },
      gives: new Set(roles.flatMap((role) => [...givenBy(now, role)])),
    })),
  ]
}

/** The first reason that holds of each: no right to sign in, no grant, an inactive or deleted group, a deleted role. */
function withheldFrom(now: PermissionSource, sleeping: PermissionSource, shut: Step['reason'] | null): PermissionOrigins['withheld'] {
  const given = effectivePermissions(now).permissions
  const active = new Set(now.groups.filter(({ isActive }) => isActive).map(({ id }) => id))
  const awake = (group: HeldGroup) => ({ ...group, isActive: true })
  const inGroups = effectivePermissions({
    ...sleeping,
    role: null,
    groups: sleeping.groups.filter(({ id }) => !active.has(id)).map(awake),
  }).permissions
  const everything = effectivePermissions({ ...sleeping, groups: sleeping.groups.map(awake) }).permissions
  const ungranted = effectivePermissions({ ...sleeping, groups: sleeping.groups.map(awake), grant: permissionNames }).permissions
  const listed = new Set(
    [sleeping.role, ...sleeping.groups.flatMap(({ roles }) => roles)]
      .flatMap((role) => role?.permissions ?? [])
      .map(({ permission }) => permission),
  )
  const reasonOf = (name: PermissionName): Step['reason'] | null => {
    if (given.has(name)) return shut
    if (inGroups.has(name)) return 'group_inactive'
    if (everything.has(name)) return 'role_deleted'
    if (ungranted.has(name)) return 'not_granted'
    return now.tenantId !== null && isPlatformOnly(name) && listed.has(name) ? 'platform_only' : null
  }
  return permissionNames.flatMap((name) => {
    const reason = reasonOf(name)
    return reason ? [{ name, reason }] : []
  })
}

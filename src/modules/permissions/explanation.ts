import { sql } from 'kysely'
import { isPlatformOnly, type PermissionName } from '#core/permissions.ts'
import { ownTenantState, type TenantNode } from '#db/live/tenant-tree.ts'
import type { Context } from '#db/rows/context.ts'
import { isShut } from '#db/rows/shut-tenants.ts'
import { effectivePermissions, type PermissionSource } from '#rights/effective-permissions.ts'
import { holdingIn, permissionSourceColumns, type SourceRow } from '#rights/permission-sources.ts'

/** Why a step gives, withholds or restricts. */
export const reasons = [
  'blocked',
  'deactivated',
  'locked_out',
  'tenant_inactive',
  'tenant_suspended',
  'tenant_cancelled',
  'tenant_deleted',
  'listed',
  'all_granted',
  'every_view',
  'not_listed',
  'role_deleted',
  'group_inactive',
  'no_role',
  'granted',
  'not_granted',
  'platform_only',
  'restriction',
  'inherited',
] as const

/** One link of the chain from what shuts an account out, over roles, groups and the grants of tenants, to what holds in the end. */
export interface Step {
  readonly source: 'account' | 'role' | 'group' | 'tenant' | 'platform'
  readonly effect: 'gives' | 'withholds' | 'restricts'
  readonly reason: (typeof reasons)[number]
  /** Null where the tenant lies above the caller's: that it restricts is all that is told. */
  readonly id: string | null
  readonly name: string | null
  /** The group that brings the role. */
  readonly via: { readonly id: string; readonly name: string } | null
  readonly restrictedFields: readonly string[]
}

export interface Explanation {
  readonly allowed: boolean
  readonly restrictedFields: readonly string[]
  readonly chain: readonly Step[]
}

interface Role {
  readonly id: string
  readonly name: string
  readonly reach: 'listed' | 'granted' | 'views'
  readonly isDeleted: boolean
  readonly isListed: boolean
  readonly fields: readonly string[]
}

export interface AccountState {
  readonly isBlocked: boolean
  readonly isActive: boolean
  readonly isLockedOut: boolean
}

interface Row extends PermissionSource, AccountState {
  readonly ownRole: Role | null
  readonly namedGroups: readonly {
    readonly id: string
    readonly name: string
    readonly isActive: boolean
    readonly roles: readonly Role[]
    readonly fields: readonly string[]
  }[]
  /** The account's tenant first. */
  readonly lineage: readonly {
    readonly id: string
    readonly name: string
    readonly status: TenantNode['status']
    readonly isDeleted: boolean
    readonly isGranted: boolean
    readonly fields: readonly string[]
  }[]
}

/**
 * Why an account may do something or not, link by link; null for an account that is not there. Whoever can't sign in may do nothing:
 * what shuts them out comes first. Else what is allowed is said by `effectivePermissions`, of the very rows that the links are made of:
 * one statement reads both. The account must be known to be in the caller's scope; tenants above the caller's are not named.
 */
export async function explain(ctx: Context, accountId: string, permission: PermissionName): Promise<Explanation | null> {
  const { rows } = await read(ctx, accountId, permission)
  const row: Row | undefined = rows[0] && holdingIn(rows[0])
  if (!row) return null
  const { permissions, masks } = effectivePermissions(row)
  const shut = [
    ...shutOutBy(row).map((reason): Step => ({ ...nowhere, source: 'account', effect: 'withholds', reason })),
    ...stepsOfTenantState(ctx, row),
  ]
  return {
    allowed: shut.length === 0 && permissions.has(permission),
    restrictedFields: masks.get(permission) ?? [],
    chain: [...shut, ...stepsOfRoles(row, permission), ...stepsOfTenants(ctx, row, permission)],
  }
}

// unscoped: by an account that is known to be in scope; what lies above the caller is taken out before it is told
function read(ctx: Context, accountId: string, permission: PermissionName) {
  const role = sql`jsonb_build_object('id', r.id, 'name', r.name, 'reach', r.reach, 'isDeleted', r.deleted_at is not null or ${isShut(sql`r.tenant_id`)},
    'isListed', exists (select from role_permissions p where p.role_id = r.id and p.permission = ${permission}),
    'fields', coalesce((select to_jsonb(p.restricted_fields) from role_permissions p where p.role_id = r.id and p.permission = ${permission}), '[]'))`
  return sql<Omit<Row, 'groups'> & SourceRow>`
    select a.tenant_id, a.is_blocked, a.is_active, ${sql.raw(permissionSourceColumns)},
      exists (select from account_activity v where v.account_id = a.id and v.locked_until > ${ctx.now}) as is_locked_out,
      (select ${role} from roles r where r.id = a.role_id) as own_role,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name_en, 'isActive', g.is_active and g.deleted_at is null and not ${isShut(sql`g.tenant_id`)},
          'roles', coalesce((select jsonb_agg(${role} order by r.name, r.id) from user_group_roles gr join roles r on r.id = gr.role_id
            where gr.group_id = g.id), '[]'),
          'fields', coalesce((select to_jsonb(x.fields) from user_group_restrictions x
            where x.group_id = g.id and x.permission = ${permission}), '[]')) order by g.name_en, g.id)
        from user_group_members m join user_groups g on g.id = m.group_id where m.account_id = a.id), '[]') as named_groups,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'status', t.status, 'isDeleted', t.deleted_at is not null,
          'isGranted', exists (select from tenant_permissions p where p.tenant_id = t.id and p.permission = ${permission}),
          'fields', coalesce((select to_jsonb(x.fields) from tenant_restrictions x
            where x.tenant_id = t.id and x.permission = ${permission}), '[]')) order by c.depth)
        from tenant_closure c join tenants t on t.id = c.ancestor_id where c.descendant_id = a.tenant_id), '[]') as lineage
    from accounts a where a.id = ${accountId}`.execute(ctx.db)
}

const nowhere = { id: null, name: null, via: null, restrictedFields: [] } as const

/** What shuts an account out by itself, wherever it belongs: all that holds. */
export function shutOutBy({ isBlocked, isActive, isLockedOut }: AccountState): Step['reason'][] {
  const found = [isBlocked && 'blocked', !isActive && 'deactivated', isLockedOut && 'locked_out'] as const
  return found.filter((reason) => reason !== false)
}

/** The nearest tenant, the own or one above, that shuts everybody below it out. */
function stepsOfTenantState(ctx: Context, { lineage }: Row): Step[] {
  const at = lineage.findIndex((tenant) => ownTenantState(tenant) !== null)
  const tenant = lineage[at]
  const reason = tenant && ownTenantState(tenant)
  if (!reason) return []
  const shown = at < shownOf(ctx, lineage) ? { id: tenant.id, name: tenant.name } : {}
  return [{ ...nowhere, ...shown, source: 'tenant', effect: 'withholds', reason }]
}

function stepsOfRoles({ ownRole, namedGroups }: Row, permission: PermissionName): Step[] {
  const steps = ownRole ? [stepOfRole(ownRole, permission, null)] : []
  for (const group of namedGroups) {
    const via = { id: group.id, name: group.name }
    steps.push(...group.roles.map((role) => stepOfRole(role, permission, { ...via, isActive: group.isActive })))
    if (group.fields.length > 0 && group.isActive) {
      steps.push({
        ...nowhere,
        ...via,
        source: 'group',
        effect: 'restricts',
        reason: 'restriction',
        restrictedFields: sorted(group.fields),
      })
    }
  }
  return steps.length > 0 ? steps : [{ ...nowhere, source: 'role', effect: 'withholds', reason: 'no_role' }]
}

function stepOfRole(role: Role, permission: PermissionName, group: { id: string; name: string; isActive: boolean } | null): Step {
  const { id, name, fields } = role
  const reason = group && !group.isActive ? 'group_inactive' : reasonOfRole(role, permission)
  const gives = reason === 'listed' || reason === 'all_granted' || reason === 'every_view'
  const via = group && { id: group.id, name: group.name }
  return { source: 'role', effect: gives ? 'gives' : 'withholds', reason, id, name, via, restrictedFields: gives ? sorted(fields) : [] }
}

function reasonOfRole({ isDeleted, reach, isListed }: Role, permission: PermissionName): Step['reason'] {
  if (isDeleted) return 'role_deleted'
  if (reach === 'granted') return 'all_granted'
  if (reach === 'views') return permission.endsWith('.view') ? 'every_view' : 'not_listed'
  return isListed ? 'listed' : 'not_listed'
}

/** From the account's tenant upwards as far as the caller may see; what restricts from farther up is one nameless step. */
function stepsOfTenants(ctx: Context, { tenantId, lineage }: Row, permission: PermissionName): Step[] {
  if (tenantId === null) return [{ ...nowhere, source: 'platform', effect: 'gives', reason: 'granted' }]
  if (isPlatformOnly(permission)) return [{ ...nowhere, source: 'platform', effect: 'withholds', reason: 'platform_only' }]
  const shown = shownOf(ctx, lineage)
  const steps = lineage.slice(0, shown).flatMap(({ id, name, isGranted, fields }): Step[] => {
    const level = { ...nowhere, source: 'tenant' as const, id, name }
    const granted: Step = { ...level, effect: isGranted ? 'gives' : 'withholds', reason: isGranted ? 'granted' : 'not_granted' }
    const restricted: Step = { ...level, effect: 'restricts', reason: 'restriction', restrictedFields: sorted(fields) }
    return fields.length > 0 ? [granted, restricted] : [granted]
  })
  const inherited = sorted(lineage.slice(shown).flatMap(({ fields }) => fields))
  if (inherited.length === 0) return steps
  return [...steps, { ...nowhere, source: 'tenant', effect: 'restricts', reason: 'inherited', restrictedFields: inherited }]
}

/** How many of the lineage lie within the caller's scope. */
const shownOf = ({ actor }: Context, lineage: Row['lineage']): number =>
  actor.tenantId === null ? lineage.length : lineage.findIndex(({ id }) => id === actor.tenantId) + 1

const sorted = (fields: readonly string[]): string[] => [...new Set(fields)].sort()

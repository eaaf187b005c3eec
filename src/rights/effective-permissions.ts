import { isPlatformOnly, type PermissionName, permissionByName, permissionNames } from '#core/permissions.ts'

export interface HeldRole {
  readonly id: string
  readonly name: string
  readonly seed: 'SuperAdmin' | 'PlatformViewer' | 'TenantAdmin' | 'Viewer' | null
  /** `listed`: its own permissions; `granted`: all of the holder's grant; `views`: every `*.view` of it. */
  readonly reach: 'listed' | 'granted' | 'views'
  readonly permissions: readonly { readonly permission: string; readonly restrictedFields: readonly string[] }[]
}

export interface Restriction {
  readonly permission: string
  readonly fields: readonly string[]
}

export interface HeldGroup {
  readonly id: string
  /** False while it is inactive or deleted; it then neither gives nor restricts. */
  readonly isActive: boolean
  readonly roles: readonly HeldRole[]
  readonly restrictions: readonly Restriction[]
}

/** All that decides what an account may do. Deleted roles are not in it. */
export interface PermissionSource {
  readonly tenantId: string | null
  readonly role: HeldRole | null
  readonly groups: readonly HeldGroup[]
  /** What the tenant was granted; all, for the platform. */
  readonly grant: readonly string[] | 'all'
  /** The tenant's delegated restrictions and those of all its ancestors. */
  readonly tenantRestrictions: readonly Restriction[]
}

export interface EffectivePermissions {
  permissions: Set<PermissionName>
  /** Fields restricted under a permission that is held, sorted; a permission without any is not in it. */
  masks: Map<PermissionName, string[]>
}

/**
 * What an account may do: (role ∪ roles of active groups) ∩ the tenant's grant. Restricted under a permission are the fields that
 * every role granting it restricts, and those the tenant's delegation or any active group restricts. Names that the catalogue
 * does not know count nothing, and a tenant never holds what belongs to the platform, whatever its rows say.
 */
export function effectivePermissions(holding: PermissionSource): EffectivePermissions {
  const grant = grantOf(holding)
  const groups = holding.groups.filter(({ isActive }) => isActive)
  const roles = [...(holding.role ? [holding.role] : []), ...groups.flatMap((group) => group.roles)]
  const restricted = new Map<PermissionName, ReadonlySet<string>>()
  for (const role of roles) {
    for (const [name, fields] of permissionsOf(role, grant)) {
      const before = restricted.get(name)
      restricted.set(name, before ? new Set([...before].filter((field) => fields.has(field))) : fields)
    }
  }
  for (const { permission, fields } of [...holding.tenantRestrictions, ...groups.flatMap(({ restrictions }) => restrictions)]) {
    const name = permissionByName(permission)?.name
    const before = name && restricted.get(name)
    if (before) restricted.set(name, new Set([...before, ...fields]))
  }
  const masks = [...restricted].filter(([, fields]) => fields.size > 0).map(([name, fields]) => [name, [...fields].sort()] as const)
  return { permissions: new Set(restricted.keys()), masks: new Map(masks) }
}

const everything: ReadonlySet<PermissionName> = new Set(permissionNames)
const nothing: ReadonlySet<string> = new Set()

/** What can be held at all by this grant. */
export function grantOf({ tenantId, grant }: Pick<PermissionSource, 'tenantId' | 'grant'>): ReadonlySet<PermissionName> {
  if (grant === 'all' && tenantId === null) return everything
  const names = grant === 'all' ? permissionNames : grant.flatMap((name) => permissionByName(name)?.name ?? [])
  return new Set(tenantId === null ? names : names.filter((name) => !isPlatformOnly(name)))
}

/** What a role gives of a grant, each permission with the fields that it restricts. */
export function permissionsOf(role: HeldRole, grant: ReadonlySet<PermissionName>): Map<PermissionName, ReadonlySet<string>> {
  const listed = new Map(role.permissions.map(({ permission, restrictedFields }) => [permission, restrictedFields]))
  const reached = new Map<PermissionName, ReadonlySet<string>>()
  for (const name of grant) {
    const fields = listed.get(name)
    if (role.reach === 'granted' || (role.reach === 'views' ? name.endsWith('.view') : fields !== undefined)) {
      reached.set(name, fields && fields.length > 0 ? new Set(fields) : nothing)
    }
  }
  return reached
}

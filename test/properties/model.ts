/** The rules of rights once more, written from the decisions and not from the code: what the properties compare the service with. */
import { isPlatformOnly, permissionNames } from '#core/permissions.ts'

export interface ModelRole {
  readonly reach: 'listed' | 'granted' | 'views'
  /** Permission to the fields it is given without. */
  readonly lists: ReadonlyMap<string, readonly string[]>
}
export interface ModelGroup {
  readonly isActive: boolean
  readonly roles: readonly ModelRole[]
  readonly restrictions: ReadonlyMap<string, readonly string[]>
}
export interface ModelHolding {
  readonly isPlatform: boolean
  readonly role: ModelRole | null
  readonly groups: readonly ModelGroup[]
  readonly grant: ReadonlySet<string>
  /** Of the tenant and of every tenant above it. */
  readonly delegated: readonly ReadonlyMap<string, readonly string[]>[]
}
/** A permission that is held, and the fields restricted under it. */
export type Rights = ReadonlyMap<string, ReadonlySet<string>>

export const none: Rights = new Map()

/** What one role gives below a grant: null when it does not give the permission, else the fields it keeps back. */
function given(role: ModelRole, permission: string): readonly string[] | null {
  const listed = role.lists.get(permission)
  if (role.reach === 'granted') return listed ?? []
  if (role.reach === 'views') return permission.endsWith('.view') ? (listed ?? []) : null
  return listed ?? null
}

/** (role ∪ roles of active groups) ∩ grant; a field is restricted when every grantor keeps it back, or delegation or a group does. */
export function rightsOf(holding: ModelHolding): Rights {
  const active = holding.groups.filter(({ isActive }) => isActive)
  const roles = [...(holding.role ? [holding.role] : []), ...active.flatMap((group) => group.roles)]
  const rights = new Map<string, Set<string>>()
  for (const permission of permissionNames) {
    const isGranted = holding.isPlatform || (holding.grant.has(permission) && !isPlatformOnly(permission))
    const grantors = roles.map((role) => given(role, permission)).filter((fields) => fields !== null)
    const [first, ...others] = grantors
    if (!isGranted || first === undefined) continue
    const kept = first.filter((field) => others.every((fields) => fields.includes(field)))
    const above = [...holding.delegated, ...active.map(({ restrictions }) => restrictions)].flatMap(
      (fields) => fields.get(permission) ?? [],
    )
    rights.set(permission, new Set([...kept, ...above]))
  }
  return rights
}

/** The permissions of `wanted` that do not lie within `grantor`: not held, or held under a restriction that `wanted` lacks. */
export function beyond(grantor: Rights, wanted: Rights): string[] {
  return [...wanted].flatMap(([permission, fields]) => {
    const own = grantor.get(permission)
    return own && [...own].every((field) => fields.has(field)) ? [] : [permission]
  })
}

/** What `after` has that `before` had not: new permissions as they now stand, and of known ones only the fields set free. */
export function gains(before: Rights, after: Rights): { readonly fresh: Rights; readonly freed: Rights } {
  const fresh = new Map<string, ReadonlySet<string>>()
  const freed = new Map<string, ReadonlySet<string>>()
  for (const [permission, fields] of after) {
    const former = before.get(permission)
    const free = former && [...former].filter((field) => !fields.has(field))
    if (!former) fresh.set(permission, fields)
    else if (free && free.length > 0) freed.set(permission, new Set(free))
  }
  return { fresh, freed }
}

/** The gains that the grantor could not give: fresh ones beyond it, and freed fields that it does not have free itself. */
export function undueGains(grantor: Rights, before: Rights, after: Rights): string[] {
  const { fresh, freed } = gains(before, after)
  const undue = [...freed].filter(([permission, fields]) => {
    const own = grantor.get(permission)
    return !own || [...fields].some((field) => own.has(field))
  })
  return [...beyond(grantor, fresh), ...undue.map(([permission]) => `${permission} (a restriction ended)`)]
}

/** The same rights as text, for comparing and for telling. */
export function shown(rights: Rights): Record<string, string[]> {
  return Object.fromEntries(permissionNames.flatMap((name) => (rights.has(name) ? [[name, [...(rights.get(name) ?? [])].sort()]] : [])))
}

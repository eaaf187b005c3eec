import { type Kysely, sql } from 'kysely'
import { isPlatformOnly, type PermissionName, permissionByName, permissionNames } from '#core/permissions.ts'
import type { Tables } from '#db/tables.ts'
import type { Restriction } from './effective-permissions.ts'

/** Restricted fields by permission, each list sorted and not empty. */
export type RestrictedFields = ReadonlyMap<PermissionName, readonly string[]>

/** What a tenant is granted, and what of it is restricted. */
export interface TenantGrant {
  readonly permissions: ReadonlySet<PermissionName>
  /** Delegated to this very tenant; also of permissions that it is not granted now: a restriction outlives the grant. */
  readonly own: RestrictedFields
  /** Delegated to its ancestors, which holds for it too. */
  readonly inherited: RestrictedFields
  /** What `inherited` is made of, each restriction with the tenant it was delegated to. */
  readonly above: readonly (Restriction & { readonly tenantId: string })[]
}

/** What any tenant can be granted at all; a root may be granted all of it. */
export const grantable: ReadonlySet<PermissionName> = new Set(permissionNames.filter((name) => !isPlatformOnly(name)))

/** The grant of a tenant, in one statement; for the platform (null) the whole catalogue without a restriction. */
// unscoped: by a tenant that the caller was judged for; restrictions of those above bind it
export async function readGrant(db: Kysely<Tables>, tenantId: string | null): Promise<TenantGrant> {
  if (tenantId === null) return { permissions: new Set(permissionNames), own: new Map(), inherited: new Map(), above: [] }
  const { rows } = await sql<{ permissions: string[]; restrictions: (Restriction & { tenantId: string })[] }>`
    select
      array(select permission from tenant_permissions where tenant_id = ${tenantId}) as permissions,
      coalesce((
        select jsonb_agg(jsonb_build_object('permission', r.permission, 'fields', r.fields, 'tenantId', r.tenant_id))
        from tenant_closure c join tenant_restrictions r on r.tenant_id = c.ancestor_id
        where c.descendant_id = ${tenantId}), '[]') as restrictions`.execute(db)
  const { permissions, restrictions } = rows[0]!
  const granted = permissions.flatMap((name) => permissionByName(name)?.name ?? []).filter((name) => grantable.has(name))
  const above = restrictions.filter((restriction) => restriction.tenantId !== tenantId)
  return {
    permissions: new Set(granted),
    own: unionOf(restrictions.filter((restriction) => restriction.tenantId === tenantId)),
    inherited: unionOf(above),
    above,
  }
}

/** All restrictions together, by permission in the order of the catalogue; what the catalogue does not know is left out. */
export function unionOf(restrictions: readonly Restriction[]): Map<PermissionName, string[]> {
  const fieldsOf = Map.groupBy(restrictions, ({ permission }) => permission)
  return new Map(
    permissionNames.flatMap((name) => {
      const fields = [...new Set((fieldsOf.get(name) ?? []).flatMap((restriction) => restriction.fields))].sort()
      return fields.length > 0 ? [[name, fields] as const] : []
    }),
  )
}

/** The restrictions that such a map holds, one for each permission. */
export const restrictionsIn = (fields: RestrictedFields): Restriction[] =>
  [...fields].map(([permission, restricted]) => ({ permission, fields: restricted }))

/** What of the restrictions `after` was not among those `before`; nothing where all were. The other way round: what ends. */
export function restrictionsBeyond(before: readonly Restriction[], after: readonly Restriction[]): Restriction[] {
  const there = unionOf(before)
  return after.flatMap(({ permission, fields }) => {
    const beyond = fields.filter((field) => !there.get(permission as PermissionName)?.includes(field))
    return beyond.length > 0 ? [{ permission, fields: beyond }] : []
  })
}

/** What is restricted for whoever holds the grant: its own restrictions with those of the ancestors. */
export const restrictedBy = ({ own, inherited }: Pick<TenantGrant, 'own' | 'inherited'>): Map<PermissionName, string[]> =>
  unionOf([...restrictionsIn(own), ...restrictionsIn(inherited)])

import { sql } from 'kysely'
import { type PermissionName, permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import { givenIn } from '#modules/permissions/permissions.input.ts'

/** What a role lists: a permission with the fields it is restricted in, sorted. */
export interface Grant {
  readonly permission: PermissionName
  readonly restrictedFields: readonly string[]
}

/** What a role lists already: in the shape of its record. */
type Listed = readonly { readonly name: string; readonly restrictedFields: readonly string[] }[]

/**
 * Reads what a request lists, in the catalogue's order. Without `restrictedFields` a permission keeps those of `present`. Throws what
 * `givenIn` does.
 */
export function grantsWanted(
  permissionIds: readonly string[],
  restrictedFields: Readonly<Record<string, readonly string[]>> | undefined,
  present: Listed = [],
): Grant[] {
  const { permissions, restrictions } = givenIn(permissionIds, restrictedFields)
  const fieldsOf = restrictions ?? new Map<string, readonly string[]>(present.map(({ name, restrictedFields }) => [name, restrictedFields]))
  return permissionNames
    .filter((name) => permissions.has(name))
    .map((permission) => ({ permission, restrictedFields: fieldsOf.get(permission) ?? [] }))
}

/** Makes a role list exactly these. The role is locked for change, or of this transaction. */
export async function storeGrants(ctx: Context, roleId: string, grants: readonly Grant[]): Promise<void> {
  const names = grants.map(({ permission }) => permission)
  await sql`delete from role_permissions where role_id = ${roleId} and permission <> all(${names}::text[])`.execute(ctx.db)
  if (grants.length === 0) return
  await ctx.db
    .insertInto('rolePermissions')
    .values(grants.map(({ permission, restrictedFields }) => ({ roleId, permission, restrictedFields: [...restrictedFields] })))
    .onConflict((conflict) =>
      conflict.columns(['roleId', 'permission']).doUpdateSet(({ ref }) => ({ restrictedFields: ref('excluded.restrictedFields') })),
    )
    .execute()
}

/** Both as an event tells them: names sorted, fields by name. */
export function grantFacts(listed: Listed): { permissions: string[]; restrictedFields: Record<string, readonly string[]> } {
  const sorted = [...listed].sort((one, two) => (one.name < two.name ? -1 : 1))
  return {
    permissions: sorted.map(({ name }) => name),
    restrictedFields: Object.fromEntries(
      sorted.flatMap(({ name, restrictedFields }) => (restrictedFields.length > 0 ? [[name, restrictedFields] as const] : [])),
    ),
  }
}

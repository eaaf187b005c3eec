import { sql } from 'kysely'
import { permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import { parsePermissionInput } from '#modules/permissions/permissions.input.ts'

/** One permission that a role lists, with the fields it is restricted in, sorted. */
export interface Grant {
  readonly name: string
  readonly restrictedFields: readonly string[]
}

/**
 * Reads what a request lists, in the catalogue's order. Without `restrictedFields` a permission keeps those of `present`. Throws what
 * `parsePermissionInput` does.
 */
export function grantsWanted(
  permissionIds: readonly string[],
  restrictedFields: Readonly<Record<string, readonly string[]>> | undefined,
  present: readonly Grant[] = [],
): Grant[] {
  const { permissions, restrictions } = parsePermissionInput(permissionIds, restrictedFields)
  const fieldsOf = restrictions ?? new Map<string, readonly string[]>(present.map(({ name, restrictedFields }) => [name, restrictedFields]))
  return permissionNames.filter((name) => permissions.has(name)).map((name) => ({ name, restrictedFields: fieldsOf.get(name) ?? [] }))
}

/** Makes a role list exactly these. The role is locked for change, or of this transaction. */
export async function storeGrants(ctx: Context, roleId: string, grants: readonly Grant[]): Promise<void> {
  const names = grants.map(({ name }) => name)
  await sql`delete from role_permissions where role_id = ${roleId} and permission <> all(${names}::text[])`.execute(ctx.db)
  if (grants.length === 0) return
  await ctx.db
    .insertInto('rolePermissions')
    .values(grants.map(({ name, restrictedFields }) => ({ roleId, permission: name, restrictedFields: [...restrictedFields] })))
    .onConflict((conflict) =>
      conflict.columns(['roleId', 'permission']).doUpdateSet(({ ref }) => ({ restrictedFields: ref('excluded.restrictedFields') })),
    )
    .execute()
}

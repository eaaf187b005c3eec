import { sql } from 'kysely'
import { type FieldProblem, notFound, validationFailed } from '#core/errors.ts'
import { type PermissionName, permissionById, permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'

/** What a role lists: a permission with the fields it is restricted in, sorted. */
export interface Grant {
  readonly permission: PermissionName
  readonly restrictedFields: readonly string[]
}

/** What a role lists already: in the shape of its record. */
type Listed = readonly { readonly name: string; readonly restrictedFields: readonly string[] }[]

/**
 * Reads what a request lists, in the catalogue's order. Without `restrictedFields` a permission keeps those of `present`.
 * @throws AppError 400 a restriction of a permission that is not listed or of a field it can't be restricted in, 404
 * `permissionIds` for a permission there is not
 */
export function grantsWanted(
  permissionIds: readonly string[],
  restrictedFields: Readonly<Record<string, readonly string[]>> | undefined,
  present: Listed = [],
): Grant[] {
  const wanted = new Map<string, Set<string>>()
  const unknown: string[] = []
  const kept = new Map(restrictedFields ? [] : present.map((permission) => [permission.name, permission.restrictedFields]))
  for (const id of permissionIds) {
    const name = permissionById(id)?.name
    if (name) wanted.set(name, new Set(kept.get(name)))
    else unknown.push(id)
  }
  restrict(wanted, restrictedFields ?? {})
  if (unknown.length > 0) throw notFound('permissionIds')
  return permissionNames.flatMap((permission) => {
    const fields = wanted.get(permission)
    return fields ? [{ permission, restrictedFields: [...fields].sort() }] : []
  })
}

function restrict(wanted: ReadonlyMap<string, Set<string>>, restrictedFields: Readonly<Record<string, readonly string[]>>): void {
  const problems: FieldProblem[] = []
  for (const [id, fields] of Object.entries(restrictedFields)) {
    const permission = permissionById(id)
    const restricted = permission && wanted.get(permission.name)
    const isKnown = restricted && fields.every((field) => permission.restrictableFields.includes(field))
    if (isKnown) for (const field of fields) restricted.add(field)
    else problems.push({ field: `restrictedFields.${id}`, code: 'not_allowed_value', ...allowedFields(permission?.restrictableFields) })
  }
  if (problems.length > 0) throw validationFailed(problems.slice(0, 100))
}

const allowedFields = (fields: readonly string[] = []) => (fields.length > 0 ? { params: { allowed: fields.join(', ') } } : {})

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

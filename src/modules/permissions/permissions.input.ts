import { notFound, validationFailed } from '#core/errors.ts'
import { type PermissionName, permissionById } from '#core/permissions.ts'
import { type RestrictedFields, unionOf } from '#rights/grants.ts'

/** One id in many spellings is many names of fields. */
const mostProblems = 100

/** What a body gives a tenant or a role. */
export interface Given {
  readonly permissions: ReadonlySet<PermissionName>
  /** Of what is given; undefined where the body does not speak of restrictions. Without empty lists. */
  readonly restrictions: RestrictedFields | undefined
  /** Of what permissions the body speaks there, if only to say that nothing is restricted. */
  readonly named: ReadonlySet<PermissionName>
}

/**
 * Reads `permissionIds` and `restrictedFields`, which their shapes (http/permission-shapes.ts) have passed, by the names of permissions.
 * @throws AppError 404 naming `permissionIds` for an id that no permission has, 400 naming each restriction of what is not given
 */
export function parsePermissionInput(
  permissionIds: readonly string[],
  restrictedFields: Readonly<Record<string, readonly string[]>> | undefined,
): Given {
  const permissions = new Set(permissionIds.map(nameOf))
  if (restrictedFields === undefined) return { permissions, restrictions: undefined, named: new Set() }
  const restricted = Object.entries(restrictedFields).map(([id, fields]) => ({ id, permission: nameOf(id), fields }))
  const astray = restricted.filter(({ permission }) => !permissions.has(permission)).slice(0, mostProblems)
  if (astray.length > 0) throw validationFailed(astray.map(({ id }) => ({ field: `restrictedFields.${id}`, code: 'not_allowed_value' })))
  return { permissions, restrictions: unionOf(restricted), named: new Set(restricted.map(({ permission }) => permission)) }
}

function nameOf(id: string): PermissionName {
  const permission = permissionById(id)
  if (!permission) throw notFound('permissionIds')
  return permission.name
}

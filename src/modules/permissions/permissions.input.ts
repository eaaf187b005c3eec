import { notFound } from '#core/errors.ts'
import { type PermissionName, permissionById } from '#core/permissions.ts'
import { type RestrictedFields, unionOf } from '#identity/grants.ts'

/** The shapes that these read, for bodies of other modules. */
export { PermissionIds, RestrictedFieldsById } from './permissions.schema.ts'

/** The permissions of these ids, each once. Throws 404 naming `field` for an id that no permission has. */
export function permissionsOfIds(ids: readonly string[], field: string): Set<PermissionName> {
  return new Set(
    ids.map((id) => {
      const permission = permissionById(id)
      if (!permission) throw notFound(field)
      return permission.name
    }),
  )
}

/** The restrictions of a body that `RestrictedFieldsById` has passed, by the name of the permission; empty lists left out. */
export function restrictionsOfIds(map: Readonly<Record<string, readonly string[]>>): RestrictedFields {
  return unionOf(Object.entries(map).map(([id, fields]) => ({ permission: permissionById(id)?.name ?? '', fields })))
}

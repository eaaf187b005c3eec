import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import type { Language } from '#core/messages.ts'
import { type Permission, type PermissionName, permissionById, permissionCatalogue } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import type { GrantedPermission, PermissionCategory, PermissionItem } from '#http/permission-shapes.ts'
import { type RestrictedFields, readGrant, restrictedBy } from '#rights/grants.ts'

type Item = z.input<typeof PermissionItem>
type Granted = z.input<typeof GrantedPermission>

/** One permission of the catalogue in words. */
export function describePermission({ id, name, description, category, restrictableFields }: Permission, language: Language): Item {
  return { id, name, description: description[language], category, restrictableFields: [...restrictableFields] }
}

/** One permission by its id; 404 for an unknown one. */
export function getPermission(ctx: Context, id: string): Item {
  const permission = permissionById(id)
  if (!permission) throw notFound()
  return describePermission(permission, ctx.language)
}

/** The whole catalogue by category. */
export function allCategories(ctx: Context): z.input<typeof PermissionCategory>[] {
  return inCategories(
    ctx,
    permissionCatalogue.map((permission) => describePermission(permission, ctx.language)),
  )
}

/** Permissions in the order of the catalogue under the titles of their categories; a category without any is left out. */
export function inCategories<P extends Item>(ctx: Context, permissions: readonly P[]): { name: string; slug: string; permissions: P[] }[] {
  const title = new Map(permissionCatalogue.map(({ category, categoryTitle }) => [category, categoryTitle[ctx.language]]))
  const groups = Map.groupBy(permissions, ({ category }) => category)
  return [...groups].map(([slug, found]) => ({ name: title.get(slug)!, slug, permissions: found }))
}

/**
 * What may be granted and assigned in a tenant: what it is granted, each with the fields that are restricted for the whole tenant.
 * Whether that is by itself or from above is said of tenants below the caller's: of those above its own nobody learns anything.
 * For the platform (null) the whole catalogue. The tenant must be known to be in the caller's scope.
 */
export async function availablePermissions(ctx: Context, tenantId: string | null): Promise<Granted[]> {
  const grant = await readGrant(ctx.db, tenantId)
  const restricted = restrictedBy(grant)
  const fieldsIn = (some: RestrictedFields, name: PermissionName) => [...(some.get(name) ?? [])]
  const isBelow = tenantId !== ctx.actor.tenantId
  return permissionCatalogue
    .filter(({ name }) => grant.permissions.has(name))
    .map((permission) => ({
      ...describePermission(permission, ctx.language),
      restrictedFields: fieldsIn(restricted, permission.name),
      ...(isBelow && {
        ownFields: fieldsIn(grant.own, permission.name),
        inheritedFields: fieldsIn(grant.inherited, permission.name),
      }),
    }))
}

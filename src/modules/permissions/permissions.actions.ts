import type { z } from 'zod'
import { permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import type { MyPermissions } from '#http/permission-shapes.ts'
import { heldNames } from './names-of-held-roles.ts'

/** The caller's effective permissions in the order of the catalogue, as the live session has them; no other caller's. */
export async function myPermissions(ctx: Context): Promise<z.input<typeof MyPermissions>> {
  const { permissions, masks } = ctx.actor
  const { roles, groups } = await heldNames(ctx.db, ctx.actor.id)
  return {
    permissions: permissionNames.filter((name) => permissions.has(name)),
    restrictions: [...masks].map(([permissionCode, restrictedFields]) => ({ permissionCode, restrictedFields: [...restrictedFields] })),
    roles,
    groups: groups.map(({ id, name }) => ({ id: ctx.service.keys.opaqueIds.encode('group', id), name })),
  }
}

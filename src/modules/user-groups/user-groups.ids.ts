import { notFound, validationFailed } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { tenantIdIn } from '#db/rows/owned.ts'

/** As the interface shows the id of a group. */
export const opaqueGroupId = (ctx: Context, id: string): string => ctx.service.keys.opaqueIds.encode('group', id)

/** The id of a group as the database has it; null for any text that is none of ours. */
export const groupIdIn = (ctx: Context, shown: string): string | null => ctx.service.keys.opaqueIds.decode('group', shown)

/** The id of a group in a path. Throws 404: a malformed id is a group that does not exist. */
export function requireGroupId(ctx: Context, shown: string): string {
  const id = groupIdIn(ctx, shown)
  if (id === null) throw notFound()
  return id
}

/** The ids of groups in a body. Throws 400 that names each which is none of ours: whom it was to spare, nobody could tell. */
export function requireGroupIds(ctx: Context, shown: readonly string[], field: string): string[] {
  const ids = shown.map((id) => groupIdIn(ctx, id))
  const malformed = ids.flatMap((id, at) => (id === null ? [{ field: `${field}.${at}`, code: 'format' as const }] : []))
  if (malformed.length > 0) throw validationFailed(malformed)
  return ids.filter((id) => id !== null)
}

/** The id of a tenant in a body, plain or opaque. Throws 400 that names the field: a changed id, another kind's, any other text. */
export function requireTenantId(ctx: Context, text: string, field: string): string {
  const id = tenantIdIn(ctx, text)
  if (id === null) throw validationFailed([{ field, code: 'format' }])
  return id
}

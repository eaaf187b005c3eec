import { z } from 'zod'
import { validationFailed } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { isTenantInScope, tenantIdIn } from '#db/rows/owned.ts'

/** A part of the scope, in the query of every list and of numbers, and in the `filter` of every bulk operation. */
export const Within = z.string().max(100).optional().meta({
  description: 'Id of a tenant, plain or opaque: only what belongs to it and to all tenants below; one out of scope matches nothing',
})

/**
 * The caller as somebody who sees that tenant and all below it, no more. A list that is narrowed so is read by the very plans of those who
 * stand there. Null for a tenant that is unknown, deleted or not in scope: nothing belongs to it, as far as the caller is told.
 * @param field where it stood, for the 400 that names a text that is no id at all
 */
export async function narrowedTo(ctx: Context, within: string | undefined, field: string): Promise<Context | null> {
  if (within === undefined) return ctx
  const tenantId = tenantIdIn(ctx, within)
  if (tenantId === null) throw validationFailed([{ field, code: 'format' }])
  if (!(await isTenantInScope(ctx, tenantId))) return null
  return { ...ctx, actor: { ...ctx.actor, tenantId } }
}

/** Nobody's: below it nothing is, and so nothing is counted. */
const noTenant = '00000000-0000-0000-0000-000000000000'

/**
 * The context narrowed to a tenant, for numbers, which have an answer for a tenant without anything: one that is unknown, deleted or not in
 * scope has that one.
 * @throws AppError 400 naming `within` for a text that is no id at all
 */
export async function countedWithin(ctx: Context, within: string | undefined): Promise<Context> {
  return (await narrowedTo(ctx, within, 'within')) ?? { ...ctx, actor: { ...ctx.actor, tenantId: noTenant } }
}

import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { isConnectionLost } from '#db/database-errors.ts'
import type { Context } from '#db/rows/context.ts'
import { holderOf } from '#db/rows/holder.ts'
import { readLogo } from '#outside/pictures/logo.ts'
import { countLogo, deleteLogo, logoKeys, logoPath } from './tenants.logo.ts'
import { getTenant } from './tenants.queries.ts'
import type { TenantItem } from './tenants.schema.ts'
import { updateTenant } from './tenants.update.actions.ts'

/**
 * Makes a logo of the uploaded bytes and shows it on the tenant. The object is there before any row names it, and the one it replaces
 * goes when none does any more. Not in a transaction.
 * @param version the one that the change was made for, if any
 * @throws AppError 404 unknown or foreign tenant, 415 no picture of a kind that is taken, 400 `image_invalid` or `image_too_large`,
 * 409 `quota_exceeded`, another version
 */
export async function putLogo(
  ctx: Context,
  tenantId: string,
  bytes: Buffer,
  version: number | undefined,
): Promise<z.input<typeof TenantItem>> {
  // before the work: whoever can't change the tenant has no picture decoded
  await getTenant(ctx, tenantId)
  const { body, contentType, extension } = await readLogo(bytes, holderOf(ctx))
  const name = `${randomBytes(20).toString('hex')}.${extension}`
  await ctx.service.objects.put(logoKeys + name, body, contentType)
  try {
    return await updateTenant(ctx, tenantId, { logoUrl: logoPath + name }, version, (ctx, former) =>
      countLogo(ctx, { key: logoKeys + name, bytes: body.length, tenantId }, former),
    )
  } catch (error) {
    // with its connection the end of a commit is lost, which may still come: what the row names must stay, and else is swept
    if (!isConnectionLost(error)) await deleteLogo(ctx, logoPath + name)
    throw error
  }
}

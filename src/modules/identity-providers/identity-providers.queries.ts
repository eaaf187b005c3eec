import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { tenantName } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { requireTenantInScope, select } from '#db/rows/owned.ts'
import type { IdentityProvider, IdentityProviderList } from './identity-providers.schema.ts'

export type ProviderRow = Awaited<ReturnType<typeof lockProvider>>

const rowsOf = (ctx: Context, tenantId: string) =>
  select(ctx, 'identityProviders').selectAll('identityProviders').where('identityProviders.tenantId', '=', tenantId)

/** The identity providers of a tenant, by name; there are few. Throws 404 for an unknown, deleted or foreign tenant alike. */
export async function listProviders(ctx: Context, id: string): Promise<z.input<typeof IdentityProviderList>> {
  const tenantId = await requireTenantInScope(ctx, id)
  const rows = await rowsOf(ctx, tenantId).orderBy('identityProviders.name').execute()
  return { tenantId, tenantName: await tenantName(ctx, tenantId), identityProviders: rows.map(shownOf) }
}

/** One identity provider of a tenant. Throws 404 when it has no such one. */
export async function findProvider(ctx: Context, tenantId: string, providerId: string) {
  const row = await rowsOf(ctx, tenantId).where('identityProviders.id', '=', providerId).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** One identity provider of a tenant, held until the transaction ends. Throws 404 when it has no such one. */
export async function lockProvider(ctx: Context, tenantId: string, providerId: string) {
  const row = await rowsOf(ctx, tenantId).where('identityProviders.id', '=', providerId).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** As it is shown: never its secret. */
export function shownOf(row: ProviderRow): z.input<typeof IdentityProvider> {
  const { id, tenantId, name, displayName, issuer, clientId, clientSecret, scopes, trustEmail, isActive, version, createdAt, updatedAt } =
    row
  const shown = { id, tenantId, name, displayName, issuer, clientId, hasClientSecret: clientSecret !== null, scopes: scopes.split(' ') }
  return { ...shown, trustEmail, isActive, version, createdAt, updatedAt }
}

import { type Claims, globalProviderNames, type IdentityProvider, linkKeyOf, type OpenIdProvider } from '#core/identity-provider.ts'
import { isUuid } from '#core/uuid.ts'
import type { PublicContext } from '#db/rows/context.ts'

/** Where the sealed secret of a provider opens, and nowhere else. */
export const secretPlace = (providerId: string) => `identity_providers.client_secret:${providerId}`

/** The providers of its own that a tenant has switched on, by name. */
// unscoped: by a tenant that somebody wants to sign in to, or whose account is the caller's
export async function ownProviders(ctx: PublicContext, tenantId: string): Promise<OpenIdProvider[]> {
  const rows = await ctx.db
    .selectFrom('identityProviders')
    .select(['id', 'name', 'displayName', 'issuer', 'clientId', 'clientSecret', 'scopes', 'trustEmail'])
    .where('tenantId', '=', tenantId)
    .where('isActive', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(({ id, clientSecret, trustEmail, ...plain }) => ({
    protocol: 'openid',
    ...plain,
    linkedAs: id,
    trustEmail,
    clientSecret: clientSecret === null ? null : async () => ctx.service.keys.openSecret(clientSecret, secretPlace(id)),
    vouches: ({ email_verified: isVerified }: Claims) => trustEmail && isVerified === true,
    reach: 'public',
  }))
}

/**
 * Whether a provider is still what it was when it was asked: on, the same one, and believed as much. Under the lock of the tenant, which a
 * change of its providers waits for.
 * @param tenantId where the account is by now: it may have become one of the platform, which a tenant's own provider must never open
 */
// unscoped: by a provider of the tenant that is locked
export async function isStillThere(ctx: PublicContext, provider: IdentityProvider, tenantId: string | null): Promise<boolean> {
  if (provider.protocol === 'graph' || provider.linkedAs === undefined) return true
  const { linkedAs, issuer, clientId, trustEmail = false } = provider
  if (tenantId === null) return false
  const row = await ctx.db
    .selectFrom('identityProviders')
    .select('id')
    .where('id', '=', linkedAs)
    .where('tenantId', '=', tenantId)
    .where('isActive', '=', true)
    .where('trustEmail', '=', trustEmail)
    .where('issuer', '=', issuer)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return row !== undefined
}

/** The names of the providers that links carry, by what they carry. */
// unscoped: by links of the caller's own account
export async function namesOfLinks(ctx: PublicContext, keys: readonly string[]): Promise<Map<string, string>> {
  const ids = keys.filter(isUuid)
  const rows = ids.length === 0 ? [] : await ctx.db.selectFrom('identityProviders').select(['id', 'name']).where('id', 'in', ids).execute()
  const own = new Map(rows.map(({ id, name }) => [id, name]))
  return new Map(keys.map((key) => [key, own.get(key) ?? key]))
}

/** What links carry, by the name that a provider has in this tenant, whether it is on or not: a global one its name, the tenant's own its id. */
// unscoped: by a tenant that was found in scope
export async function linkKeysByName(ctx: PublicContext, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db.selectFrom('identityProviders').select(['id', 'name']).where('tenantId', '=', tenantId).execute()
  return new Map([...globalProviderNames.map((name) => [name, name] as const), ...rows.map(({ id, name }) => [name, id] as const)])
}

/** The keys of links that are made by these providers. */
export const linkKeysOf = (providers: readonly IdentityProvider[]) => new Set(providers.map(linkKeyOf))

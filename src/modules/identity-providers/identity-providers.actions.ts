import type { z } from 'zod'
import { conflict, stateConflict, validationFailed } from '#core/errors.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { insert, requireTenantInScope, select, update } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { changesBetween } from '#events/changes.ts'
import { type EventFacts, emit } from '#events/emit.ts'
import { requireVersion } from '#http/version.ts'
import { type ChangedTenant, lockChangedTenant } from '#rights/changed-tenant.ts'
import { dropLinksBy } from '#sign-in/providers/external-links.ts'
import { secretPlace } from '#sign-in/providers/own-providers.ts'
import { findProvider, lockProvider, type ProviderRow, shownOf } from './identity-providers.queries.ts'
import type { ChangeIdentityProvider, IdentityProvider, NewIdentityProvider } from './identity-providers.schema.ts'
import { requireIssuer } from './issuer-check.ts'

type Answer = z.input<typeof IdentityProvider>
type Wanted = Omit<z.output<typeof ChangeIdentityProvider>, 'version'>

const mostProviders = 10
const defaultScopes = ['openid', 'email', 'profile']

/**
 * Gives a tenant an identity provider of its own. Not in a transaction: its discovery document is read first.
 * @throws AppError 400 naming `issuer`, 404 for the tenant, 409 `conflict` naming `name`, 409 `quota_exceeded`
 */
export async function addProvider(ctx: Context, id: string, wanted: z.output<typeof NewIdentityProvider>): Promise<Answer> {
  await requireTenantInScope(ctx, id)
  await requireIssuer(ctx.service.http, wanted.issuer)
  return await transact(ctx, async (ctx) => {
    const tenant = await lockChangedTenant(ctx, id)
    const present = await select(ctx, 'identityProviders').select('name').where('identityProviders.tenantId', '=', tenant.id).execute()
    if (present.some(({ name }) => name === wanted.name)) throw conflict('name')
    if (present.length >= mostProviders) throw stateConflict('quota_exceeded', { quota: 'identityProviders' })
    const { clientSecret = null, scopes = defaultScopes, trustEmail = false, isActive = true, ...given } = wanted
    const providerId = uuidv7(ctx.now)
    const row = await insert(ctx, 'identityProviders', {
      id: providerId,
      tenantId: tenant.id,
      ...given,
      clientSecret: sealed(ctx, providerId, clientSecret),
      scopes: scopes.join(' '),
      trustEmail,
      isActive,
      createdBy: ctx.actor.id,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    const facts = factsOf(tenant, row)
    await emit(ctx, 'tenant.identity_provider_created', { ...facts, data: { ...facts.data, changes: changesBetween({}, toldOf(row)) } })
    return shownOf(row)
  })
}

/**
 * Changes an identity provider. One with another issuer or client is another provider: whoever signed in by the old one is linked to nobody
 * any more, because a subject means somebody at its issuer alone. Not in a transaction.
 * @throws AppError 400 naming `issuer` or `clientSecret`, 404, 409 `version_conflict`
 */
export async function changeProvider(
  ctx: Context,
  id: string,
  providerId: string,
  wanted: Wanted,
  version: number | undefined,
): Promise<Answer> {
  const known = await findProvider(ctx, await requireTenantInScope(ctx, id), providerId)
  if (wanted.issuer !== undefined && wanted.issuer !== known.issuer) await requireIssuer(ctx.service.http, wanted.issuer)
  return await untilLinksAreGone(ctx, async (ctx) => {
    const tenant = await lockChangedTenant(ctx, id)
    const before = await lockProvider(ctx, tenant.id, providerId)
    requireVersion(before, version)
    requireSecretAgain(before, wanted)
    const changes = changesOf(ctx, before, wanted)
    const changedFields = Object.keys(changes)
    if (changedFields.length === 0) return shownOf(before)
    const isAnother = changes.issuer !== undefined || changes.clientId !== undefined
    if (isAnother && !(await dropLinksBy(ctx, tenant.id, before.id))) return 'more'
    const after = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now }
    await update(ctx, 'identityProviders')
      .set({ ...changes, version: after.version, updatedAt: ctx.now })
      .where('identityProviders.id', '=', before.id)
      .execute()
    const facts = factsOf(tenant, after)
    await emit(ctx, 'tenant.identity_provider_updated', {
      ...facts,
      data: { ...facts.data, changedFields, changes: changesBetween(toldOf(before), toldOf(after)) },
    })
    return shownOf(after)
  })
}

/** Takes an identity provider from its tenant, with the links that people made by it. Not in a transaction. Throws 404 for either. */
// unscoped: by a provider of a tenant, both locked and judged under the lock
export async function deleteProvider(ctx: Context, id: string, providerId: string): Promise<void> {
  await untilLinksAreGone(ctx, async (ctx) => {
    const tenant = await lockChangedTenant(ctx, id)
    const provider = await lockProvider(ctx, tenant.id, providerId)
    if (!(await dropLinksBy(ctx, tenant.id, provider.id))) return 'more'
    await ctx.db.deleteFrom('identityProviders').where('id', '=', provider.id).where('tenantId', '=', tenant.id).execute()
    return await emit(ctx, 'tenant.identity_provider_deleted', factsOf(tenant, provider))
  })
}

/**
 * Runs a change that ends the links of a provider in as many transactions as these take, each of which judges again. The change itself is
 * the last: one that breaks off before has ended links and changed nothing, and sent again goes on.
 */
async function untilLinksAreGone<T>(ctx: Context, work: (ctx: Context) => Promise<T | 'more'>): Promise<T> {
  for (;;) {
    const outcome = await transact(ctx, work)
    if (outcome !== 'more') return outcome
  }
}

/** A secret that nobody is shown must not go to whatever server a caller names instead: it is given again, or taken away. */
function requireSecretAgain(before: ProviderRow, { issuer, clientSecret }: Wanted): void {
  const isMoved = issuer !== undefined && issuer !== before.issuer
  if (isMoved && before.clientSecret !== null && clientSecret === undefined)
    throw validationFailed([{ field: 'clientSecret', code: 'required' }])
}

type Changes = Partial<Pick<ProviderRow, 'displayName' | 'issuer' | 'clientId' | 'clientSecret' | 'scopes' | 'trustEmail' | 'isActive'>>

/** What differs. A secret that is sent counts as another one: the kept one is not opened to be compared. */
function changesOf(ctx: Context, before: ProviderRow, { clientSecret, scopes, ...plain }: Wanted): Changes {
  const wanted: Changes = { ...(plain as Changes), ...(scopes && { scopes: scopes.join(' ') }) }
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && value !== before[field as keyof Changes]),
  )
  if (clientSecret === undefined || (clientSecret === null && before.clientSecret === null)) return changes
  return { ...changes, clientSecret: sealed(ctx, before.id, clientSecret) }
}

const sealed = (ctx: Context, providerId: string, secret: string | null) =>
  secret === null ? null : ctx.service.keys.sealSecret(secret, secretPlace(providerId))

/** What is told of it: all but its secret. */
const toldOf = ({ name, displayName, issuer, clientId, scopes, trustEmail, isActive }: ProviderRow) => ({
  name,
  displayName,
  issuer,
  clientId,
  scopes: scopes.split(' '),
  trustEmail,
  isActive,
})

const factsOf = (tenant: ChangedTenant, { id, name, issuer }: Pick<ProviderRow, 'id' | 'name' | 'issuer'>): EventFacts => ({
  tenantId: tenant.id,
  entityId: tenant.id,
  entityName: tenant.name,
  data: { providerId: id, name, issuer },
})

import type { z } from 'zod'
import { conflict, stateConflict, validationFailed } from '#core/errors.ts'
import { domainNameOf, isAtOrBelow } from '#core/text/domain-name.ts'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { insert, select, update } from '#db/rows/owned.ts'
import { type EventFacts, emit } from '#events/emit.ts'
import { type ChangedTenant, lockChangedTenant } from '#rights/changed-tenant.ts'
import { newChallengeToken, ownHost } from './domains.challenge.ts'
import { queueCheck } from './domains.check.jobs.ts'
import { type DomainRow, lockDomain, ownedShownOf } from './domains.queries.ts'
import type { CheckAnswer, OwnedDomain } from './domains.schema.ts'

type Answer = z.input<typeof OwnedDomain>

/** Each is looked up again and again, and held in memory by every process. */
const mostDomains = 50

/**
 * Claims a name for a tenant. Others may claim it too; whoever proves it first has it.
 * @throws AppError 400 naming `domainName` for the service's own host and names below, 404 for the tenant, 409 `conflict` when the tenant
 * claims it already, 409 `quota_exceeded`
 */
export async function addDomain(ctx: Context, id: string, given: string): Promise<Answer> {
  const name = domainNameOf(given)
  if (name === null) throw validationFailed([{ field: 'domainName', code: 'format' }])
  if (isAtOrBelow(name, ownHost(ctx.service.options.publicUrl)))
    throw validationFailed([{ field: 'domainName', code: 'not_allowed_value' }])
  const tenant = await lockChangedTenant(ctx, id)
  const claimed = await select(ctx, 'tenantDomains').select('tenantDomains.name').where('tenantDomains.tenantId', '=', tenant.id).execute()
  if (claimed.some((domain) => domain.name === name)) throw conflict('domainName')
  if (claimed.length >= mostDomains) throw stateConflict('quota_exceeded', { quota: 'domains' })
  const row = await insert(ctx, 'tenantDomains', {
    id: uuidv7(ctx.now),
    tenantId: tenant.id,
    name,
    token: newChallengeToken(),
    createdBy: ctx.actor.id,
    createdAt: ctx.now,
  })
  await emit(ctx, 'tenant.domain_created', factsOf(tenant, row))
  return ownedShownOf(ctx, row)
}

/** Nothing takes the place of a deleted primary one. Throws 404 for the tenant or the domain. */
// unscoped: by a domain of a tenant, both locked and judged under the lock
export async function deleteDomain(ctx: Context, id: string, domainId: string): Promise<void> {
  const tenant = await lockChangedTenant(ctx, id)
  const domain = await lockDomain(ctx, tenant.id, domainId)
  await ctx.db.deleteFrom('tenantDomains').where('id', '=', domain.id).where('tenantId', '=', tenant.id).execute()
  if (domain.status === 'verified') await revoke(ctx, 'domains', tenant.id)
  const facts = factsOf(tenant, domain)
  await emit(ctx, 'tenant.domain_deleted', { ...facts, data: { ...facts.data, wasPrimary: domain.isPrimary } })
}

/** Makes a verified domain the one by which the tenant is called. Throws 404, and 409 `domain_not_verified`. */
export async function makePrimary(ctx: Context, id: string, domainId: string): Promise<Answer> {
  const tenant = await lockChangedTenant(ctx, id)
  const domain = await lockDomain(ctx, tenant.id, domainId)
  if (domain.status !== 'verified') throw stateConflict('domain_not_verified')
  if (domain.isPrimary) return ownedShownOf(ctx, domain)
  const ofTenant = () => update(ctx, 'tenantDomains').where('tenantDomains.tenantId', '=', tenant.id)
  // first the old one: the index is asked row by row
  await ofTenant().set({ isPrimary: false }).where('tenantDomains.isPrimary', '=', true).execute()
  await ofTenant().set({ isPrimary: true }).where('tenantDomains.id', '=', domain.id).execute()
  await revoke(ctx, 'domains', tenant.id)
  await emit(ctx, 'tenant.domain_primary_changed', factsOf(tenant, domain))
  return ownedShownOf(ctx, { ...domain, isPrimary: true })
}

/**
 * Has a domain looked up soon. One that waits to be proved goes on waiting, and is looked at soon; a verified one stays it.
 * Throws 404 for the tenant or the domain.
 */
export async function requestCheck(ctx: Context, id: string, domainId: string): Promise<z.input<typeof CheckAnswer>> {
  const tenant = await lockChangedTenant(ctx, id)
  const domain = await lockDomain(ctx, tenant.id, domainId)
  if (domain.status === 'verified') return { status: 'verified' }
  if (domain.status !== 'pending') {
    const pending = { status: 'pending' as const, requestedAt: ctx.now, lastError: null }
    await update(ctx, 'tenantDomains').set(pending).where('tenantDomains.id', '=', domain.id).execute()
    const facts = factsOf(tenant, domain)
    await emit(ctx, 'tenant.domain_verification_requested', { ...facts, data: { ...facts.data, formerStatus: domain.status } })
  }
  await queueCheck(ctx, domain)
  return { status: 'pending' }
}

const factsOf = (tenant: ChangedTenant, domain: Pick<DomainRow, 'id' | 'name'>): EventFacts => ({
  tenantId: tenant.id,
  entityId: tenant.id,
  entityName: tenant.name,
  data: { domainId: domain.id, domainName: domain.name },
})

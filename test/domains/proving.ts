/** Domains for tests that are about something else: claimed over HTTP, proved by the service's own record of a look-up. */
import { applyProof, type Claim } from '#modules/domains/domains.outcome.ts'
import { expectStatus, type TestApp } from '../harness.ts'

export const domainsOf = (tenantId: string) => `/api/v1/Tenants/${tenantId}/domains`

/** The claim as a look-up that begins now has it. */
export async function claimOf(app: TestApp, domainId: string): Promise<Claim> {
  return await app.open.service.database.kysely
    .selectFrom('tenantDomains')
    .innerJoin('tenants', 'tenants.id', 'tenantDomains.tenantId')
    .select(['tenantDomains.id', 'tenantId', 'tenants.name as tenantName', 'tenantDomains.name', 'token', 'requestedAt', 'nextCheckAt'])
    .where('tenantDomains.id', '=', domainId)
    .executeTakeFirstOrThrow()
}

/** Has a claim, whose check was asked for, proved as if the record had been found. */
export async function proveDomain(app: TestApp, domainId: string): Promise<void> {
  const outcome = await applyProof(app.open.service, await claimOf(app, domainId), { isProved: true, by: 'TXT' })
  if (outcome !== 'verified') throw new Error(`the claim is ${outcome}`)
}

/** A claim of a tenant whose check was asked for. */
export async function pendingDomain(app: TestApp, tenantId: string, domainName: string, by?: string): Promise<string> {
  const token = by ?? (await app.superToken())
  const { id } = expectStatus(await app.post(domainsOf(tenantId), { domainName }, { token }), 201).json
  expectStatus(await app.post(`${domainsOf(tenantId)}/${id}/verify`, undefined, { token }), 202)
  return id
}

/** A domain that a tenant has proved, its primary one when asked for. */
export async function verifiedDomain(app: TestApp, tenantId: string, domainName: string, isPrimary = false): Promise<string> {
  const id = await pendingDomain(app, tenantId, domainName)
  await proveDomain(app, id)
  if (isPrimary) expectStatus(await app.request('PUT', `${domainsOf(tenantId)}/${id}/primary`, { token: await app.superToken() }), 200)
  return id
}

import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { tenantName } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { requireTenantInScope, select } from '#db/rows/owned.ts'
import { challengeOf } from './domains.challenge.ts'
import type { Domain, DomainList, OwnedDomain } from './domains.schema.ts'

const columns = [
  'tenantDomains.id',
  'tenantDomains.tenantId',
  'tenantDomains.name',
  'tenantDomains.token',
  'tenantDomains.status',
  'tenantDomains.isPrimary',
  'tenantDomains.verifiedAt',
  'tenantDomains.lastCheckedAt',
  'tenantDomains.lastError',
  'tenantDomains.createdAt',
] as const

export type DomainRow = Awaited<ReturnType<typeof lockDomain>>

/** The domains of a tenant, oldest first; there are few. Throws 404 for an unknown, deleted or foreign tenant alike. */
export async function listDomains(ctx: Context, id: string): Promise<z.input<typeof DomainList>> {
  const tenantId = await requireTenantInScope(ctx, id)
  const rows = await select(ctx, 'tenantDomains')
    .select(columns)
    .where('tenantDomains.tenantId', '=', tenantId)
    .orderBy('tenantDomains.id')
    .execute()
  return { tenantId, tenantName: await tenantName(ctx, tenantId), domains: rows.map((row) => shownOf(ctx, row)) }
}

/** One domain of a tenant, held until the transaction ends, so that no check changes it meanwhile. Throws 404 when it has no such one. */
export async function lockDomain(ctx: Context, tenantId: string, domainId: string) {
  const row = await select(ctx, 'tenantDomains')
    .select(columns)
    .where('tenantDomains.tenantId', '=', tenantId)
    .where('tenantDomains.id', '=', domainId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** As it is shown; how to prove it, until it is proved. */
function shownOf(ctx: Context, row: Omit<DomainRow, 'tenantId'>): z.input<typeof Domain> {
  const { id, name, token, status, isPrimary, verifiedAt, lastCheckedAt, lastError, createdAt } = row
  const shown = { id, domainName: name, isPrimary, isCustom: true, isVerified: status === 'verified', verificationStatus: status }
  const times = { verifiedAt, lastCheckedAt, lastError, createdAt }
  if (status === 'verified') return { ...shown, ...times }
  const { at, txt, cname } = challengeOf(row, ctx.service.options.publicUrl)
  const records = { dnsRecordType: 'TXT', dnsRecordName: at, dnsRecordValue: txt, ...(cname !== null && { dnsCnameValue: cname }) }
  return { ...shown, ...times, verificationToken: token, ...records }
}

export const ownedShownOf = async (ctx: Context, row: DomainRow): Promise<z.input<typeof OwnedDomain>> => ({
  tenantId: row.tenantId,
  tenantName: await tenantName(ctx, row.tenantId),
  ...shownOf(ctx, row),
})

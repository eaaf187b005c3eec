import { z } from 'zod'
import { domainNameOf } from '#core/text/domain-name.ts'
import { Id, named, recordShape, TenantName, Timestamp } from '#http/shapes.ts'

export const ByDomain = z.object({ id: Id, domainId: Id })

export const NewDomain = named(
  'NewDomain',
  z.strictObject({
    domainName: z
      .string()
      .max(253)
      .refine((text) => domainNameOf(text) !== null, { params: { code: 'format' } })
      .meta({ description: 'A host name of two labels or more, such as `login.example.com`; other scripts are kept as punycode' }),
  }),
  { domainName: 'login.acme.example' },
)

const fields = {
  id: Id,
  domainName: z.string().meta({ description: 'In lower case and ASCII' }),
  isPrimary: z.boolean(),
  isCustom: z.boolean(),
  isVerified: z.boolean(),
  verificationStatus: z.enum(['unverified', 'pending', 'verified', 'failed']),
  verifiedAt: Timestamp.nullable(),
  lastCheckedAt: Timestamp.nullable(),
  lastError: z.string().nullable().meta({
    description:
      'Why the last check did not prove it: record_not_found, record_mismatch, answer_too_large, dns_timeout, dns_failure, domain_taken, tenant_deleted',
  }),
  createdAt: Timestamp,
  verificationToken: z.string().optional().meta({ description: 'With the records: only until it is verified' }),
  dnsRecordType: z.string().optional(),
  dnsRecordName: z.string().optional(),
  dnsRecordValue: z.string().optional(),
  dnsCnameValue: z.string().optional().meta({ description: 'A CNAME at the same name with this value proves it as well' }),
}

export const Domain = named('Domain', recordShape('tenants', fields))
export const OwnedDomain = named('TenantDomain', recordShape('tenants', { tenantId: Id, tenantName: TenantName, ...fields }))
export const DomainList = named('TenantDomains', z.object({ tenantId: Id, tenantName: TenantName, domains: z.array(Domain) }))
export const CheckAnswer = named('DomainCheck', z.object({ status: z.enum(['pending', 'verified']) }))

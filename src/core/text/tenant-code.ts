import { slugOf } from './slug.ts'

/** Names that mean something in a host name or a path: a workspace of that name could pass for the service itself. */
const reserved = new Set(
  `about abuse account accounts admin admins administrator api app apps assets auth autoconfig autodiscover billing blog cdn console
  contact dashboard default dev dns docs download email example files ftp global health help hostmaster imap info internal localhost
  login logout mail me metrics mx noreply no-reply ns ns1 ns2 oauth openid password platform pop3 portal postmaster private public
  register reset reset-password root security settings signin sign-in signup sign-up smtp sso staging static status superadmin support
  swagger system tenant tenants test user users webhook webhooks webmail well-known workspace workspaces wpad www`.split(/\s+/),
)

const form = /^[a-z0-9-]{3,50}$/

/** Whether a code is kept for the service itself; codes are in lower case. */
export const isReservedCode = (code: string): boolean => reserved.has(code)

/** Whether a text may be a workspace code: 3 to 50 of `a-z0-9-`, with a letter or digit at either end. */
export const isTenantCode = (code: string): boolean => form.test(code) && !code.startsWith('-') && !code.endsWith('-')

/** A code made of a name: Latin letters without their marks, everything else a dash. Not reserved; may be taken. */
export function tenantCodeOf(name: string): string {
  const slug = slugOf(name)
  if (slug.length >= 3 && !reserved.has(slug)) return slug
  return slug === '' ? 'tenant-1' : `tenant-${slug}`
}

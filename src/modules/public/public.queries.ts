import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { domainNameOf } from '#core/text/domain-name.ts'
import { isTenantCode } from '#core/text/tenant-code.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import type { Settings } from '#db/live/tenant-settings.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { offeredProviders } from '#sign-in/providers/offered-providers.ts'
import type { Workspace, WorkspaceQuery } from './public.schema.ts'

type Answer = z.input<typeof Workspace>

/**
 * What anybody may know of a workspace by its code or a domain it has proved: how its page for signing in looks. While it or any tenant
 * above is not active, its name only, and never which of them it is.
 * @throws AppError 404 for a code or a domain of no living tenant
 */
export async function findWorkspace(ctx: PublicContext, { code, domain }: z.output<typeof WorkspaceQuery>): Promise<Answer> {
  const { service } = ctx
  const tenant = code === undefined ? await tenantOfDomain(ctx, domain ?? '') : await tenantOfCode(ctx, code.toLowerCase())
  if (!tenant) throw notFound()
  await knowTenants(service, [tenant.id])
  const state = service.tenants.state(tenant.id)
  if (state === 'tenant_deleted') throw notFound()
  const page = { tenantId: service.keys.opaqueIds.encode('tenant', tenant.id), code: tenant.code, name: tenant.name }
  if (state !== null) return { ...page, isSignInAvailable: false }
  const settings = service.settings.of(tenant.id)
  const logoUrl = service.settings.sources(tenant.id).logoUrl.from === 'own' ? settings.logoUrl : (tenant.logoUrl ?? settings.logoUrl)
  const providers = (await offeredProviders(ctx, tenant.id)).map(({ name, displayName }) => ({ name, displayName }))
  return { ...page, isSignInAvailable: true, ...brandingOf(settings), logoUrl, providers, passwordPolicy: policyOf(settings) }
}

// unscoped: the public page of a tenant, which anybody may see who knows its code
const living = (ctx: PublicContext) => ctx.db.selectFrom('tenants').select(['id', 'code', 'name', 'logoUrl']).where('deletedAt', 'is', null)

async function tenantOfCode(ctx: PublicContext, code: string) {
  return isTenantCode(code) ? await living(ctx).where('code', '=', code).executeTakeFirst() : undefined
}

// unscoped: the public page of a tenant, which anybody may see who knows its domain
async function tenantOfDomain(ctx: PublicContext, domain: string) {
  const name = domainNameOf(domain)
  if (name === null) return undefined
  const owner = ctx.db.selectFrom('tenantDomains').select('tenantId').where('name', '=', name).where('status', '=', 'verified')
  return await living(ctx).where('id', 'in', owner).executeTakeFirst()
}

/** Named one by one: a setting that is added later is not public by itself. */
function brandingOf(settings: Settings) {
  const { faviconUrl, primaryColor, secondaryColor, companyName, loginHeadline, loginSubtitle, loginBrandingJson } = settings
  const { termsOfServiceUrl, privacyPolicyUrl, language } = settings
  return {
    faviconUrl,
    primaryColor,
    secondaryColor,
    companyName,
    loginHeadline,
    loginSubtitle,
    loginBrandingJson,
    termsOfServiceUrl,
    privacyPolicyUrl,
    language,
  }
}

const policyOf = (settings: Settings) => ({
  minLength: settings.passwordMinLength,
  requireUppercase: settings.passwordRequireUppercase,
  requireNumber: settings.passwordRequireNumber,
  requireSpecial: settings.passwordRequireSpecial,
})

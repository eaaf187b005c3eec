import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { domainNameOf } from '#core/text/domain-name.ts'
import { isTenantCode } from '#core/text/tenant-code.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import type { Settings } from '#db/live/tenant-settings.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { logoOf, policyOf } from '#http/start/sign-in-page.ts'
import { isRegistrationOpen } from '#rights/open-doors.ts'
import { offeredProviders, takesRedirect } from '#sign-in/providers/offered-providers.ts'
import type { Workspace, WorkspaceQuery } from './public.schema.ts'

type Answer = z.input<typeof Workspace>

/**
 * What anybody may know of a workspace by its code or a domain it has proved: how its page for signing in looks. While it or any tenant
 * above is not active, its name only, and never which of them it is.
 * @throws AppError 404 for a code or a domain of no living tenant
 */
export async function findWorkspace(ctx: PublicContext, { code, domain }: z.output<typeof WorkspaceQuery>): Promise<Answer> {
  const tenant = code === undefined ? await tenantOfDomain(ctx, domain ?? '') : await tenantOfCode(ctx, code)
  const workspace = tenant && (await workspaceOf(ctx, tenant))
  if (!workspace) throw notFound()
  return workspace.page
}

/**
 * The workspace that a page for signing in is of: of the code where one is given, else of the host that was asked.
 * @returns null where that is none of a living tenant
 */
export async function askedWorkspace(ctx: PublicContext, code: string | undefined, host: string | null): Promise<FoundWorkspace | null> {
  const tenant = code === undefined ? await tenantOfDomain(ctx, host ?? '') : await tenantOfCode(ctx, code)
  return tenant ? await workspaceOf(ctx, tenant) : null
}

interface FoundWorkspace {
  readonly id: string
  readonly page: Answer
}

/** Null for a tenant that is deleted, itself or with one above. */
async function workspaceOf(ctx: PublicContext, tenant: Living): Promise<FoundWorkspace | null> {
  const { service } = ctx
  const { id } = tenant
  await knowTenants(service, [id])
  const state = service.tenants.state(id)
  if (state === 'tenant_deleted') return null
  const page = { tenantId: service.keys.opaqueIds.encode('tenant', id), code: tenant.code, name: tenant.name }
  if (state !== null) return { id, page: { ...page, isSignInAvailable: false } }
  const settings = service.settings.of(id)
  const offers = {
    providers: await providersOf(ctx, id),
    passwordPolicy: policyOf(settings),
    registrationEnabled: isRegistrationOpen(ctx, id),
    requireEmailVerification: settings.requireEmailVerification,
  }
  return { id, page: { ...page, isSignInAvailable: true, ...brandingOf(settings), logoUrl: logoOf(service.settings, tenant), ...offers } }
}

/** What the people of a tenant, or of the platform, may sign in with. */
export const providersOf = async (ctx: PublicContext, tenantId: string | null) =>
  (await offeredProviders(ctx, tenantId)).map((provider) => {
    const { name, displayName } = provider
    return { name, displayName, ...(!takesRedirect(provider) && { takesRedirect: false as const }) }
  })

interface Living {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly logoUrl: string | null
}

// unscoped: the public page of a tenant, which anybody may see who knows its code
const living = (ctx: PublicContext) => ctx.db.selectFrom('tenants').select(['id', 'code', 'name', 'logoUrl']).where('deletedAt', 'is', null)

async function tenantOfCode(ctx: PublicContext, code: string) {
  const wanted = code.toLowerCase()
  return isTenantCode(wanted) ? await living(ctx).where('code', '=', wanted).executeTakeFirst() : undefined
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

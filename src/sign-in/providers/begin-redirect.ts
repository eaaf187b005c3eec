import type { Beginning } from '#core/identity-provider.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { namedTenant, type SignInTarget, signInTarget } from '#sign-in/sign-in-target.ts'
import { offeredProvider, orUnavailable, placeOf, refuseWithoutCodes } from './offered-providers.ts'
import { requireOwnRedirect } from './redirect-address.ts'

export interface RedirectBeginning {
  readonly provider: string
  readonly redirectUri: string
  readonly tenantId?: string | null | undefined
  readonly isPlatformAdmin?: boolean | undefined
  readonly host?: string | null | undefined
}

/** On whose domains a sign-in may end: a tenant's, for its own users alone. */
export const redirectTenant = (kind: AccountKind, target: SignInTarget): string | null =>
  kind === 'user' && target.scope === 'tenant' && target.isKnown ? target.tenantId : null

/**
 * Where a browser goes to sign in at a provider, and what the client keeps until it comes back: nothing is stored here.
 * @throws AppError 400 `unknown_provider`, 400 naming `redirectUri`, 503 while the provider is away
 */
export async function beginRedirect(ctx: PublicContext, kind: AccountKind, given: RedirectBeginning): Promise<Beginning> {
  await knowTenants(ctx.service, [namedTenant(ctx, given.tenantId)])
  const target = signInTarget(ctx, given)
  const provider = await offeredProvider(ctx, given.provider, placeOf(target))
  refuseWithoutCodes(provider)
  requireOwnRedirect(ctx, given.redirectUri, redirectTenant(kind, target))
  return await orUnavailable(() => ctx.service.providers.begin(provider, given.redirectUri, ctx.now))
}

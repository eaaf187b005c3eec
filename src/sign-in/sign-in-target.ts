import { validationFailed } from '#core/errors.ts'
import { isUuid } from '#core/uuid.ts'
import type { PublicContext } from '#db/rows/context.ts'

/** Where a sign-in looks for its account. */
export type SignInTarget =
  /** `isKnown` false: a well-formed id of no living tenant, which answers like a wrong password. */
  | { readonly scope: 'tenant'; readonly tenantId: string; readonly isKnown: boolean }
  | { readonly scope: 'platform' }
  | { readonly scope: 'anywhere' }

/**
 * The tenant that a request names, plainly or by its opaque id; null when it names none.
 * Throws 400 naming `tenantId` for what is neither: a changed id, another kind's, any other text.
 */
export function namedTenant(ctx: PublicContext, text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const id = isUuid(text) ? text.toLowerCase() : ctx.service.keys.opaqueIds.decode('tenant', text)
  if (id === null) throw validationFailed([{ field: 'tenantId', code: 'format' }])
  return id
}

/** The living tenant that has proved the host a request was sent to; null for every other host. */
export function tenantOfHost({ service }: PublicContext, host: string | null | undefined): string | null {
  const owner = host == null ? undefined : service.domains.ownerOf(host)
  return owner !== undefined && service.tenants.state(owner) !== 'tenant_deleted' ? owner : null
}

/** A tenant that is named goes before that of the host. Throws 400 as `namedTenant` does, and for a tenant and the platform at once. */
export function signInTarget(
  ctx: PublicContext,
  input: { tenantId?: string | null | undefined; isPlatformAdmin?: boolean | undefined; host?: string | null | undefined },
): SignInTarget {
  const tenantId = namedTenant(ctx, input.tenantId)
  if (tenantId !== null) {
    if (input.isPlatformAdmin) throw validationFailed([{ field: 'isPlatformAdmin', code: 'not_allowed_value' }])
    const node = ctx.service.tenants.node(tenantId)
    return { scope: 'tenant', tenantId, isKnown: node !== undefined && ctx.service.tenants.state(tenantId) !== 'tenant_deleted' }
  }
  if (input.isPlatformAdmin) return { scope: 'platform' }
  const ofHost = tenantOfHost(ctx, input.host)
  return ofHost === null ? { scope: 'anywhere' } : { scope: 'tenant', tenantId: ofHost, isKnown: true }
}

/** The tenant whose lockout rule holds, and whose log a failure of nobody stands in: the named one, else (null) the service's. */
export const tenantOfTarget = (target: SignInTarget): string | null =>
  target.scope === 'tenant' && target.isKnown ? target.tenantId : null

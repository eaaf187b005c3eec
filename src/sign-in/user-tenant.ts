import { validationFailed } from '#core/errors.ts'
import { isTenantCode } from '#core/text/tenant-code.ts'
import { uuidOf } from '#core/uuid.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { tenantOfHost } from './sign-in-target.ts'

/** How a request of an end user names its tenant: by the code of the workspace, else by the verified domain it was sent to. */
export interface TenantByCode {
  readonly tenantCode?: string | null | undefined
  readonly host?: string | null | undefined
}

/**
 * The id of the living tenant with this code; for a code of none, the id of nobody, made from the code: whatever takes a well-formed id that
 * no tenant has answers it like a wrong password, and must not tell that there is no such workspace.
 */
// unscoped: by a code that anybody may know; before sign-in nobody has a scope
export async function tenantIdOfCode(ctx: PublicContext, tenantCode: string): Promise<string> {
  const code = tenantCode.trim().toLowerCase()
  const found = isTenantCode(code)
    ? await ctx.db.selectFrom('tenants').select('id').where('code', '=', code).where('deletedAt', 'is', null).executeTakeFirst()
    : undefined
  return found?.id ?? idOfNobody(ctx.service.keys.lookupHash('tenant of no code', code))
}

/** The tenant that a code names, as functions with a `tenantId` take it: undefined where no tenant is named, and the host alone may say which. */
export async function namedByCode(ctx: PublicContext, { tenantCode }: TenantByCode): Promise<string | undefined> {
  return tenantCode == null ? undefined : await tenantIdOfCode(ctx, tenantCode)
}

/**
 * The tenant that a request can't do without.
 * @throws AppError 400 naming `tenantCode` where neither it nor the host says which
 */
export async function requiredTenant(ctx: PublicContext, { tenantCode, host }: TenantByCode): Promise<string> {
  const tenantId = tenantCode == null ? tenantOfHost(ctx, host) : await tenantIdOfCode(ctx, tenantCode)
  if (tenantId === null) throw validationFailed([{ field: 'tenantCode', code: 'required' }])
  return tenantId
}

/** A UUID (RFC 9562, section 5.8) of the first bytes of a hash. */
function idOfNobody(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return uuidOf(bytes)
}

import { validationFailed } from '#core/errors.ts'
import type { PublicContext } from '#db/rows/context.ts'

const longest = 2000

/** Where pages lie that the service answers to. */
interface Pages {
  readonly service: Pick<PublicContext['service'], 'options' | 'domains'>
}

/**
 * Whether an address is a page of ours: it must lie on `PUBLIC_URL`, on an origin of `CORS_ORIGINS`, or (over https) on a domain that the
 * tenant has proved. Compared by origin, after the URL standard's reader; what that reader would mend is none.
 * @param tenantId null where no tenant is named, and for admins
 */
export function isOwnPage({ service }: Pages, address: string, tenantId: string | null): boolean {
  if (!isPlain(address)) return false
  const { publicUrl, corsOrigins } = service.options
  const { origin, protocol, host } = new URL(address)
  if (origin === new URL(publicUrl).origin || corsOrigins.includes(origin)) return true
  // a host with a port is no domain
  return tenantId !== null && protocol === 'https:' && service.domains.ownerOf(host) === tenantId
}

/**
 * Refuses a page to come back to from a provider that is not ours (`isOwnPage`), has a fragment or an `@`.
 * @param tenantId of the users that come back; null where no tenant is named, and for admins
 * @throws AppError 400 naming `redirectUri`
 */
export function requireOwnRedirect(ctx: PublicContext, redirectUri: string, tenantId: string | null): void {
  if (!/[#@]/.test(redirectUri) && isOwnPage(ctx, redirectUri, tenantId)) return
  throw validationFailed([{ field: 'redirectUri', code: 'not_allowed_value' }])
}

function isPlain(text: string): boolean {
  if (text.length > longest || !/^https?:\/\/[^\s\\\p{Cc}]+$/u.test(text) || !URL.canParse(text)) return false
  const { href, username, password } = new URL(text)
  return username === '' && password === '' && (href === text || href === `${text}/`)
}

import { validationFailed } from '#core/errors.ts'
import type { PublicContext } from '#db/rows/context.ts'

const longest = 2000

/**
 * Refuses a page to come back to that is not ours: it must lie on `PUBLIC_URL`, on an origin of `CORS_ORIGINS`, or (over https) on a domain
 * that the tenant has proved. Compared by origin, after the URL standard's reader; what that reader would mend is refused.
 * @param tenantId of the users that come back; null where no tenant is named, and for admins
 * @throws AppError 400 naming `redirectUri`
 */
export function requireOwnRedirect({ service }: PublicContext, redirectUri: string, tenantId: string | null): void {
  const { publicUrl, corsOrigins } = service.options
  if (isPlain(redirectUri)) {
    const { origin, protocol, host } = new URL(redirectUri)
    if (origin === new URL(publicUrl).origin || corsOrigins.includes(origin)) return
    // a host with a port is no domain
    if (tenantId !== null && protocol === 'https:' && service.domains.ownerOf(host) === tenantId) return
  }
  throw validationFailed([{ field: 'redirectUri', code: 'not_allowed_value' }])
}

function isPlain(text: string): boolean {
  if (text.length > longest || !/^https?:\/\/[^\s\\#@\p{Cc}]+$/u.test(text) || !URL.canParse(text)) return false
  const { href, username, password } = new URL(text)
  return username === '' && password === '' && (href === text || href === `${text}/`)
}

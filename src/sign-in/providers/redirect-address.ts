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
 * A page of ours as it is to be followed: as it was asked for, or as the URL standard's reader writes it (`https://app.example?from=1` has no
 * path, and `/طلب` is written with signs of ASCII); null for any other. What is answered is what was judged (`isOwnPage`). Only what follows
 * the host is mended, and a port that goes without saying left out.
 * @param tenantId as there
 */
export function ownPage(pages: Pages, address: string, tenantId: string | null): string | null {
  if (isOwnPage(pages, address, tenantId)) return address
  const written = asWritten(address)
  return written !== null && isOwnPage(pages, written, tenantId) ? written : null
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

/** Everything up to the path must be as the reader writes it: what is written there another way may be read as another host. */
function asWritten(text: string): string | null {
  const [, scheme, host] = /^(https?):\/\/([^\s\\\p{Cc}/?#@]+)(?:[/?#][^\s\\\p{Cc}]*)?$/u.exec(text) ?? []
  if (host === undefined || !URL.canParse(text)) return null
  const url = new URL(text)
  return [url.host, `${url.host}:${scheme === 'https' ? 443 : 80}`].includes(host) ? url.href : null
}

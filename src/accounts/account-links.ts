import type { PublicContext } from '#db/rows/context.ts'
import type { MailedAccount } from './account-mail.ts'

/**
 * The page that a mailed link for choosing a new password opens. Users get it under the primary domain of their tenant, which that has
 * proved to be its own; without one, and for admins always, it is the service's. Never made of anything a request says of itself, and
 * an operator's own page (PASSWORD_RESET_URL) stays where it is.
 */
export function resetPageOf(ctx: PublicContext, account: Pick<MailedAccount, 'kind' | 'tenantId'>): string {
  const primary = primaryOf(ctx, account)
  const { passwordResetUrl } = ctx.service.options
  return primary !== null && usesOurPages(ctx) ? `https://${primary}/reset-password` : passwordResetUrl
}

const usesOurPages = ({ service: { options } }: PublicContext) => options.passwordResetUrl === `${options.publicUrl}/reset-password`
const primaryOf = ({ service }: PublicContext, { kind, tenantId }: Pick<MailedAccount, 'kind' | 'tenantId'>) =>
  kind === 'user' && tenantId !== null ? service.domains.primaryOf(tenantId) : null

/**
 * The page below `/account` on which an end user uses the code of a mail: at the primary domain of their tenant, which says whose page it
 * is, else at the service's with the tenant's code. Address and code stand in the fragment, which no browser sends (RFC 3986, section 3.5).
 *
 * @returns null for admins, and where an operator has pages of their own (PASSWORD_RESET_URL): the code alone is mailed then
 */
export function codePageOf(
  ctx: PublicContext,
  account: Pick<MailedAccount, 'kind' | 'tenantId' | 'email'>,
  page: 'verify' | 'reset',
  code: string | undefined,
): string | null {
  const { tenants, options } = ctx.service
  const { kind, tenantId, email } = account
  const node = kind === 'user' && tenantId !== null ? tenants.node(tenantId) : undefined
  if (!node || code === undefined || !usesOurPages(ctx)) return null
  const primary = primaryOf(ctx, account)
  const home = primary === null ? options.publicUrl : `https://${primary}`
  const whose = primary === null ? `?${new URLSearchParams({ w: node.code })}` : ''
  return `${home}/account/${page}${whose}#${new URLSearchParams({ email, code })}`
}

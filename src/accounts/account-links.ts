import type { PublicContext } from '#db/rows/context.ts'
import type { MailedAccount } from './account-mail.ts'

/**
 * The page that a mailed link for choosing a new password opens. Users get it under the primary domain of their tenant, which that has
 * proved to be its own; without one, and for admins always, it is the service's. Never made of anything a request says of itself, and
 * an operator's own page (PASSWORD_RESET_URL) stays where it is.
 */
export function resetPageOf({ service }: PublicContext, { kind, tenantId }: Pick<MailedAccount, 'kind' | 'tenantId'>): string {
  const { passwordResetUrl, publicUrl } = service.options
  const primary = kind === 'user' && tenantId !== null ? service.domains.primaryOf(tenantId) : null
  const isOwnPage = passwordResetUrl === `${publicUrl}/reset-password`
  return primary !== null && isOwnPage ? `https://${primary}/reset-password` : passwordResetUrl
}

/** What the screens of end users know of one. */
import type { Reply } from '../../api/client.ts'
import type { I18n } from '../../i18n/i18n.tsx'

export { nameOf, statusOf } from '../../ui/account/account.ts'

export type User = Reply<'listUsers'>['items'][number]
export type UserDetail = Reply<'getUser'>

/** What the owner has proved to be theirs. */
export function provedOf({ emailVerified, phoneVerified }: User, { t }: Pick<I18n, 't'>): string {
  if (emailVerified && phoneVerified) return t('users.provedBoth')
  if (emailVerified) return t('users.provedEmail')
  return t(phoneVerified ? 'users.provedPhone' : 'users.provedNothing')
}

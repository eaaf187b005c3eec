/** What the screens of admins know of one. */
import type { Reply } from '../../api/client.ts'

export { nameOf, statusOf } from '../../ui/account/account.ts'

export type Admin = Reply<'listAdmins'>['items'][number]

/** What the screens of admins know of one. */
import type { Reply } from '../../api/client.ts'
import type { StatusName } from '../../ui/Status.tsx'

export type Admin = Reply<'listAdmins'>['items'][number]

export const nameOf = ({ firstName, lastName }: Pick<Admin, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`

export function statusOf({ isActive, isBlocked, isLockedOut }: Pick<Admin, 'isActive' | 'isBlocked' | 'isLockedOut'>): StatusName {
  if (isBlocked) return 'Blocked'
  if (!isActive) return 'Deactivated'
  return isLockedOut ? 'LockedOut' : 'Active'
}

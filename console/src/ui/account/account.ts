/** What is the same of admins and end users: somebody who can sign in. */

/** Fields that the caller may not see are undefined. */
export interface Account {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly username: string | null
  readonly email?: string | undefined
  readonly avatarUrl: string | null
}

/** The name, or where there is none what else the account is known by. */
export const nameOf = ({ firstName, lastName, username, email }: Omit<Account, 'id' | 'avatarUrl'>): string =>
  `${firstName} ${lastName}`.trim() || username || email || '—'

export type StatusName = 'Active' | 'Deactivated' | 'Blocked' | 'LockedOut'

export interface States {
  readonly isActive: boolean
  readonly isBlocked: boolean
  readonly isLockedOut: boolean
}

/** The one state that is shown of those that hold. */
export function statusOf({ isActive, isBlocked, isLockedOut }: States): StatusName {
  if (isBlocked) return 'Blocked'
  if (!isActive) return 'Deactivated'
  return isLockedOut ? 'LockedOut' : 'Active'
}

/** What the service is asked for to find those of a state: all who are blocked or locked, and of the others those who are shown so. */
export const queryOfStatus: Readonly<Record<StatusName, Partial<States>>> = {
  Active: { isActive: true, isBlocked: false, isLockedOut: false },
  Deactivated: { isActive: false, isBlocked: false },
  Blocked: { isBlocked: true },
  LockedOut: { isLockedOut: true },
}

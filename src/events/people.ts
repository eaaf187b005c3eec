import type { AccountKind } from '#db/rows/context.ts'

/** First and last name in one, for the audit log; the address when there is neither. */
export const fullName = (account: { readonly firstName: string; readonly lastName: string; readonly email: string }): string =>
  `${account.firstName} ${account.lastName}`.trim() || account.email

/** As the entity type of events calls the kind. */
export const entityTypeOf = (kind: AccountKind): 'Admin' | 'User' => (kind === 'admin' ? 'Admin' : 'User')

import type { AccountKind } from '#db/rows/context.ts'

/** What a person is called by. */
export interface NamedPerson {
  readonly firstName: string
  readonly lastName: string
  readonly username: string | null
}

/** First and last name in one, for the audit log; the username when there is neither. Never the address, which may be masked. */
export const fullName = (person: NamedPerson): string => `${person.firstName} ${person.lastName}`.trim() || (person.username ?? '')

/** As the entity type of events calls the kind. */
export const entityTypeOf = (kind: AccountKind): 'Admin' | 'User' => (kind === 'admin' ? 'Admin' : 'User')

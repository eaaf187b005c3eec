import type { AccountKind } from '#db/rows/context.ts'
import { entityTypeOf, fullName, type NamedPerson } from '#events/people.ts'
import type { LockedAccount } from './locked-account.ts'

/** What an event about an account says of it. */
export const aboutAccount = (account: Pick<LockedAccount, 'id' | 'kind' | 'tenantId'> & NamedPerson) => ({
  tenantId: account.tenantId,
  entityType: entityTypeOf(account.kind),
  entityId: account.id,
  personName: fullName(account),
})

/** Where nobody is signed in yet, and a code or link has shown who it is: the event is told in the account's own name. */
export const byItself = (account: NamedPerson & { id: string; kind: AccountKind }) => ({
  actor: { id: account.id, kind: account.kind, name: fullName(account) },
})

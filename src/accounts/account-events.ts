import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { changesBetween } from '#events/changes.ts'
import { entityTypeOf, fullName, type NamedPerson } from '#events/people.ts'
import type { LockedAccount } from './locked-account.ts'
import type { NewAccount } from './new-account.ts'

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

type Described = Pick<NewAccount, 'email' | 'username' | 'firstName' | 'lastName' | 'phoneNumber' | 'roleId'>

/** All that a new account was made with: who hears of it later may find it changed, or gone. What it has not is not said. */
export const changesOfNew = ({ email, username, firstName, lastName, phoneNumber = null, roleId }: Described) => {
  const made = { email, username, firstName, lastName, phoneNumber, roleId }
  return changesBetween({}, Object.fromEntries(Object.entries(made).filter(([, value]) => value !== null)))
}

export type UserSource = 'self_registration' | 'admin_created' | 'external_provider'

/** How a user came to be, and the tenant as it is called at that moment. */
// unscoped: the tenant of a user who is being made, which was judged under its lock
export async function factsOfNewUser(ctx: PublicContext, tenantId: string, source: UserSource) {
  const tenant =
    ctx.service.tenants.node(tenantId) ??
    (await ctx.db.selectFrom('tenants').select(['name', 'code']).where('id', '=', tenantId).executeTakeFirstOrThrow())
  return { source, tenant: { id: tenantId, name: tenant.name, code: tenant.code } }
}

import { aboutAccount, byItself, changesOfNew, factsOfNewUser } from '#accounts/account-events.ts'
import { causeOfRefusal, lockAccount, refusalOf } from '#accounts/locked-account.ts'
import { createAccount } from '#accounts/new-account.ts'
import { AppError, forbidden, locked, stateConflict, validationFailed } from '#core/errors.ts'
import { isSameMailbox, loginKey } from '#core/text/login-name.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { lockLineage, lockTenantsOf } from '#rights/locked-tenants.ts'
import { isRegistrationOpen } from '#rights/open-doors.ts'
import { takeOfTenantDay } from '#sign-in/code-caps.ts'
import { refusalToEnter } from '#sign-in/complete-sign-in.ts'
import { aboutFailed } from '#sign-in/failures.ts'
import { lockOf } from '#sign-in/lockout.ts'
import { accountIn, type SignInAccount } from '#sign-in/sign-in-accounts.ts'
import { mailCodes } from '#sign-in/verification/email-verification-send.ts'
import { enterAccount, type KnownPerson, type ProviderAnswer, withNewcomer } from './enter-account.ts'
import { acceptOnce, addLink, linksOf } from './external-links.ts'
import { refuseProof, requireStillOffered } from './offered-providers.ts'

/** Another sign-in of the same person was first: everything of this one is rolled back, and it looks again. */
class Raced extends Error {}
/** The proof was accepted before: nothing of this sign-in is left. */
class Used extends Error {}

/**
 * Lets an end user in whom the tenant does not know by this provider: into the account with their address where both sides have proved it,
 * else into one that is made for them. Nothing is made in a tenant that is closed, or takes no registrations.
 * @returns `again` where another sign-in of the same person was first
 * @throws AppError 400 naming `email`, 403 `registration_disabled`, 409 `link_required`, `state_conflict`
 */
export async function enterAsNewcomer(
  ctx: PublicContext,
  person: KnownPerson,
  tenantId: string,
  takeSend: () => Promise<boolean>,
): Promise<ProviderAnswer | 'again'> {
  const { email } = person.identity
  const known = email === null ? undefined : await accountIn(ctx.db, 'user', loginKey(email), tenantId)
  try {
    if (known) return await enterByAddress(ctx, person, known)
    return await enterAsNew(ctx, person, tenantId, takeSend)
  } catch (error) {
    if (error instanceof Raced || (error instanceof AppError && error.code === 'conflict')) return 'again'
    if (error instanceof Used) return await refuseProof(ctx, { ...person, tenantId }, 'used')
    throw error
  }
}

async function enterByAddress(ctx: PublicContext, person: KnownPerson, known: SignInAccount): Promise<ProviderAnswer> {
  const { identity } = person
  const answer = await transact(ctx, async (ctx) => {
    const tenants = await lockTenantsOf(ctx, known.id)
    const account = await lockAccount(ctx, 'user', known.id)
    // another address by now
    if (!account || identity.email === null || loginKey(account.email) !== loginKey(identity.email)) throw new Raced()
    await requireStillOffered(ctx, person.provider, account.tenantId)
    // nothing is told of an account that is not shown to be theirs
    const isTheirs = identity.isEmailProved && isSameMailbox(account.email, identity.email)
    if (account.emailVerifiedAt === null || !isTheirs) {
      const closed = tenants.state === null ? null : refusalOf({ isActive: true, isBlocked: false }, tenants.state)
      // not even that it is there, where a stranger is refused
      const isSilent = !isTheirs && !isRegistrationOpen(ctx, account.tenantId)
      return closed ?? (isSilent ? forbidden('registration_disabled') : new AppError(409, 'link_required'))
    }
    const refusal = refusalToEnter(ctx, account, tenants.state)
    if (refusal) {
      await emit(ctx, 'auth.login.failed', { ...aboutFailed(ctx, 'user', account), data: { reason: causeOfRefusal(refusal) } })
      return refusal
    }
    const lockEnd = await lockOf(ctx, account.id)
    if (lockEnd) return locked(lockEnd, ctx.now)
    if (!(await hasRoomForLink(ctx, account))) throw stateConflict()
    const linkId = await addLink(ctx, account, identity)
    if (linkId === null) throw new Raced()
    if (!(await acceptOnce(ctx, identity))) throw new Used()
    await emit(ctx, 'auth.external_login.linked', {
      ...aboutAccount(account),
      ...byItself(account),
      data: { provider: person.provider.name },
    })
    return await enterAccount(ctx, person, account.id, linkId)
  })
  return withNewcomer(answer, false)
}

/** Whether an account may have one link more: its tenant may want one provider for each. It holds under the account’s lock alone. */
export async function hasRoomForLink(
  ctx: PublicContext,
  { id, tenantId }: { readonly id: string; readonly tenantId: string | null },
): Promise<boolean> {
  const { identityProviderMode: mode } = ctx.service.settings.of(tenantId)
  return mode === 'Multiple' || (mode === 'Single' && (await linksOf(ctx, id)).length === 0)
}

async function enterAsNew(
  ctx: PublicContext,
  person: KnownPerson,
  tenantId: string,
  takeSend: () => Promise<boolean>,
): Promise<ProviderAnswer> {
  const { identity } = person
  const { email, isEmailProved, firstName, lastName } = identity
  const mayMail = !isEmailProved && email !== null && (await takeSend())
  const answer = await transact(ctx, async (ctx) => {
    // the gate first: nothing is left behind where nobody may come in
    const { state } = await lockLineage(ctx, tenantId)
    const closed = state === null ? null : refusalOf({ isActive: true, isBlocked: false }, state)
    if (closed) return closed
    await requireStillOffered(ctx, person.provider, tenantId)
    if (!isRegistrationOpen(ctx, tenantId)) throw forbidden('registration_disabled')
    if (email === null) throw validationFailed([{ field: 'email', code: 'required' }])
    const names = { tenantId, username: null, email, firstName, lastName }
    const emailVerifiedAt = isEmailProved ? ctx.now : null
    const others = { roleId: null, language: ctx.language, passwordHash: null, createdBy: null, emailVerifiedAt }
    const id = await createAccount(ctx, 'user', { ...names, ...others })
    const account = { ...names, kind: 'user', id } as const
    const linkId = await addLink(ctx, account, identity)
    if (linkId === null) throw new Raced()
    if (!(await acceptOnce(ctx, identity))) throw new Used()
    const facts = { ...aboutAccount(account), ...byItself(account), data: { provider: person.provider.name } }
    await emit(ctx, 'user.registered', {
      ...facts,
      data: { ...facts.data, ...(await factsOfNewUser(ctx, tenantId, 'external_provider')) },
      changes: changesOfNew({ ...names, ...others }),
    })
    await emit(ctx, 'auth.external_login.linked', facts)
    if (mayMail && (await takeOfTenantDay(ctx, tenantId))) await mailCodes(ctx, [account])
    return await enterAccount(ctx, person, id, linkId)
  })
  return withNewcomer(answer, true)
}

import { aboutAccount } from '#accounts/account-events.ts'
import { type LockedAccount, lockAccount } from '#accounts/locked-account.ts'
import { before, minutesMs } from '#core/clock.ts'
import { AppError, conflict, notFound, stateConflict, unauthenticated, validationFailed } from '#core/errors.ts'
import { type Identity, type IdentityProvider, ProofRefused, type ProviderProof } from '#core/identity-provider.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import { isPasswordUsable } from '#sign-in/complete-sign-in.ts'
import { reauthenticate } from '#sign-in/reauthentication.ts'
import { proveTwoFactorCode } from '#sign-in/two-factor-code.ts'
import { acceptOnce, addLink, linksOf } from './external-links.ts'
import { askProvider, offeredProvider, offeredProviders, requireStillOffered } from './offered-providers.ts'
import { linkKeysOf, namesOfLinks } from './own-providers.ts'
import { hasRoomForLink } from './provider-newcomer.ts'
import { requireOwnRedirect } from './redirect-address.ts'

/** After a sign-in so long nothing more needs to be proved. */
const freshMinutes = 10

/** A way in through a provider, as its owner sees it. */
export interface OwnLink {
  readonly id: string
  readonly providerName: string
  readonly providerKey: string
  readonly email: string | null
  readonly displayName: string
  readonly linkedAt: Date
  readonly lastUsedAt: Date | null
}

/** The caller's links, the oldest first. */
export async function listOwnLinks(ctx: Context): Promise<OwnLink[]> {
  const links = await linksOf(ctx, ctx.actor.id)
  const names = await namesOfLinks(
    ctx,
    links.map(({ provider }) => provider),
  )
  return links.map(({ id, provider, subject, email, displayName, linkedAt, lastUsedAt }) => ({
    ...{ id, providerName: names.get(provider) as string, providerKey: subject, email, displayName, linkedAt, lastUsedAt },
  }))
}

export interface NewLink {
  readonly provider: string
  readonly proof: ProviderProof
  readonly password?: string | null | undefined
  readonly code?: string | null | undefined
}

/**
 * Links the caller to somebody of a provider; not inside a transaction. A session that began more than ten minutes ago, and may have been
 * stolen, is not enough: it takes the password or a two-factor code besides.
 * @returns the link; 401 and 423 to be answered, what they count committed
 * @throws AppError 400 `unknown_provider`, 400 naming `redirectUri`, or `authorizationCode` where it proves nothing, 401 for a token that
 * does, 409 `conflict` where somebody of the tenant is linked to that person already, 409 `state_conflict` where the tenant wants one
 * provider for each, 503
 */
export async function linkOwn(ctx: Context, given: NewLink): Promise<OwnLink | AppError> {
  const { kind, tenantId } = ctx.actor
  const { proof } = given
  const provider = await offeredProvider(ctx, given.provider, tenantId)
  if ('code' in proof) requireOwnRedirect(ctx, proof.redirectUri, kind === 'user' ? tenantId : null)
  // asked again under the lock: here it spares somebody the password
  if (!(await hasRoomForLink(ctx, { id: ctx.actor.id, tenantId }))) throw stateConflict()
  // before the provider: a code is good once there, and whoever still has to give the password needs it again
  const refusal = await proveOwner(ctx, given)
  if (refusal) return refusal
  const identity = await identityOf(ctx, provider, proof)
  return await transact(ctx, async (ctx) => {
    const account = await lockOwn(ctx)
    await requireStillOffered(ctx, provider, account.tenantId)
    if (!(await hasRoomForLink(ctx, account))) throw stateConflict()
    const id = await addLink(ctx, account, identity)
    if (id === null) throw conflict(proofField(proof))
    if (!(await acceptOnce(ctx, identity))) throw unauthenticated('invalid_credentials')
    await emit(ctx, 'auth.external_login.linked', { ...aboutAccount(account), data: { provider: provider.name } })
    const { subject: providerKey, email, displayName } = identity
    return { id, providerName: provider.name, providerKey, email, displayName, linkedAt: ctx.now, lastUsedAt: null }
  })
}

/**
 * Takes one of the caller's links away, where another way in remains: a password, or a provider that is on. Of two that are taken at once
 * one stays.
 * @throws AppError 404 for another's, 409 `state_conflict` for the last
 */
// unscoped: the caller's own account
export async function unlinkOwn(ctx: Context, linkId: string): Promise<void> {
  const account = await lockOwn(ctx)
  const links = await linksOf(ctx, account.id)
  const link = links.find(({ id }) => id === linkId)
  if (!link) throw notFound()
  const offered = linkKeysOf(await offeredProviders(ctx, account.tenantId))
  const hasOther = links.some(({ id, provider }) => id !== linkId && offered.has(provider))
  if (!hasOther && !(await hasPassword(ctx, account))) throw stateConflict()
  await ctx.db.deleteFrom('externalLogins').where('id', '=', linkId).execute()
  await emit(ctx, 'auth.external_login.unlinked', {
    ...aboutAccount(account),
    data: { provider: (await namesOfLinks(ctx, [link.provider])).get(link.provider) as string },
  })
}

async function lockOwn(ctx: Context): Promise<LockedAccount> {
  await lockTenantsOf(ctx, ctx.actor.id)
  const account = await lockAccount(ctx, ctx.actor.kind, ctx.actor.id)
  if (!account) throw unauthenticated('session_revoked', true)
  return account
}

// unscoped: the caller's own account
async function hasPassword(ctx: Context, { id, temporaryPasswordUntil }: LockedAccount): Promise<boolean> {
  const password = await ctx.db
    .selectFrom('credentials')
    .select('usedAt')
    .where('accountId', '=', id)
    .where('kind', '=', 'password')
    .executeTakeFirst()
  return password !== undefined && isPasswordUsable(temporaryPasswordUntil, password.usedAt, ctx.now)
}

const proofField = (proof: ProviderProof) => ('code' in proof ? 'authorizationCode' : 'token')

async function identityOf(ctx: Context, provider: IdentityProvider, proof: ProviderProof): Promise<Identity> {
  try {
    return await askProvider(ctx, provider, proof)
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error
    // told apart from a password that is wrong: who comes back from a provider may be asked for one
    throw 'code' in proof
      ? validationFailed([{ field: proofField(proof), code: 'not_allowed_value' }])
      : unauthenticated('invalid_credentials')
  }
}

/** @returns why whoever has the session is not shown to be the owner; null where they are */
async function proveOwner(ctx: Context, { password, code }: NewLink): Promise<AppError | null> {
  if (await isFresh(ctx)) return null
  if (password != null) {
    const proof = await reauthenticate(ctx, password)
    return proof instanceof AppError ? proof : null
  }
  if (code == null) return unauthenticated('invalid_credentials')
  return await transact(ctx, async (ctx) => {
    const proof = await proveTwoFactorCode(ctx, await lockOwn(ctx), code)
    return proof instanceof AppError ? proof : null
  })
}

// unscoped: the caller's own session
async function isFresh(ctx: Context): Promise<boolean> {
  const session = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', ctx.actor.sessionId)
    .where('createdAt', '>', before(ctx.now, minutesMs(freshMinutes)))
    .executeTakeFirst()
  return session !== undefined
}

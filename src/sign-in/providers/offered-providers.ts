import { AppError, unauthenticated, unavailable, validationFailed } from '#core/errors.ts'
import { type Identity, type IdentityProvider, ProofRefused, ProviderAway, type ProviderProof } from '#core/identity-provider.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { entityTypeOf } from '#events/people.ts'
import { areProvidersOn } from '#rights/open-doors.ts'
import { aboutFailed, type FailedAccount } from '#sign-in/failures.ts'
import type { SignInTarget } from '#sign-in/sign-in-target.ts'
import { isStillThere, ownProviders } from './own-providers.ts'

const awaySeconds = 10

/** What the people of a tenant may sign in with, in the order in which it is shown; nothing where the tenant wants none. */
export async function offeredProviders(ctx: PublicContext, tenantId: string | null): Promise<readonly IdentityProvider[]> {
  const { providers } = ctx.service
  if (!areProvidersOn(ctx, tenantId)) return []
  return tenantId === null ? providers.known : [...providers.known, ...(await ownProviders(ctx, tenantId))]
}

/**
 * The provider of this name, in whatever case, where it is on for the tenant; without a tenant, where it is on at all.
 * @throws AppError 400 `unknown_provider`
 */
export async function offeredProvider(ctx: PublicContext, name: string, tenantId: string | null | 'any'): Promise<IdentityProvider> {
  const isAnywhere = tenantId === 'any' && ctx.service.serviceSettings.values.features.externalLogin
  const offered = isAnywhere ? ctx.service.providers.known : tenantId === 'any' ? [] : await offeredProviders(ctx, tenantId)
  // of other letters some become A to Z in lower case, as the Kelvin sign does
  const wanted = /^[a-z0-9-]+$/i.test(name) ? name.toLowerCase() : null
  const found = offered.find((provider) => provider.name === wanted)
  if (!found) throw new AppError(400, 'unknown_provider')
  return found
}

/**
 * Asks again under the lock of the tenant: while the provider was asked, the tenant may have changed it or its mind.
 * @throws AppError 400 `unknown_provider`
 */
export async function requireStillOffered(ctx: PublicContext, provider: IdentityProvider, tenantId: string | null): Promise<void> {
  if (!areProvidersOn(ctx, tenantId) || !(await isStillThere(ctx, provider, tenantId))) throw new AppError(400, 'unknown_provider')
}

/** Where it is decided what may be signed in with. */
export const placeOf = (target: SignInTarget): string | null | 'any' =>
  target.scope === 'anywhere' ? 'any' : target.scope === 'tenant' ? target.tenantId : null

/** Somebody at a provider, and where their account is looked for. */
export interface ProviderAttempt {
  readonly kind: AccountKind
  readonly provider: IdentityProvider
  readonly proof: ProviderProof
  /** Whose log a failure of nobody stands in; null is the platform's. */
  readonly tenantId: string | null
}

/**
 * Asks the provider who that is; not inside a transaction.
 * @throws ProofRefused; AppError 400 naming `nonce` or `redirectUri` for what it has not, 503 while it is away
 */
export async function askProvider(ctx: PublicContext, provider: IdentityProvider, proof: ProviderProof): Promise<Identity> {
  if (ctx.inTransaction) throw new Error('a provider must not be asked inside a transaction')
  if (provider.protocol === 'graph' && proof.nonce != null) throw validationFailed([{ field: 'nonce', code: 'not_allowed_value' }])
  if ('code' in proof) refuseWithoutCodes(provider)
  return await orUnavailable(() => ctx.service.providers.identify(provider, proof, ctx.now))
}

/** Whether it can be gone to: the code that comes back is taken. */
export const takesRedirect = (provider: IdentityProvider): boolean => provider.protocol === 'graph' || !provider.tokensOnly

/** @throws AppError 400 naming `redirectUri` */
export function refuseWithoutCodes(provider: IdentityProvider): void {
  if (!takesRedirect(provider)) throw validationFailed([{ field: 'redirectUri', code: 'not_allowed_value' }])
}

/** @throws AppError 503 where `work` throws that the provider is away */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ProviderAway ? unavailable(awaySeconds, error) : error
  }
}

/** Asks the provider at a sign-in. @returns the identity, or 401 `invalid_credentials` to be answered, its event written */
export async function identify(ctx: PublicContext, attempt: ProviderAttempt): Promise<Identity | AppError> {
  try {
    return await askProvider(ctx, attempt.provider, attempt.proof)
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error
    return await refuseProof(ctx, attempt, error.reason)
  }
}

/** A proof that opened nothing, whatever it was tried at: why is told to nobody but the log, where it is known that of the account. */
export async function refuseProof(
  ctx: PublicContext,
  { kind, provider, tenantId }: Omit<ProviderAttempt, 'proof'>,
  refused: string,
  account?: FailedAccount,
): Promise<AppError> {
  const about = account
    ? aboutFailed(ctx, kind, account)
    : { tenantId, actor: { id: null, kind, name: null }, entityType: entityTypeOf(kind) }
  await transact(ctx, (ctx) => emit(ctx, 'auth.login.failed', { ...about, data: { reason: 'provider', provider: provider.name, refused } }))
  return unauthenticated('invalid_credentials')
}

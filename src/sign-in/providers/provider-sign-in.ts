import { lockAccount, refusalOf } from '#accounts/locked-account.ts'
import { AppError, unauthenticated, validationFailed } from '#core/errors.ts'
import type { ProviderProof } from '#core/identity-provider.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import { areProvidersOn } from '#rights/open-doors.ts'
import { namedTenant, signInTarget, tenantOfTarget } from '#sign-in/sign-in-target.ts'
import { showOwnWorkspaces } from '#sign-in/workspaces.ts'
import { redirectTenant } from './begin-redirect.ts'
import { enterAccount, type KnownPerson, type ProviderAnswer, withNewcomer } from './enter-account.ts'
import { acceptOnce, type LinkedAccount, linkedAccounts } from './external-links.ts'
import { identify, offeredProvider, placeOf, refuseProof, requireStillOffered } from './offered-providers.ts'
import { enterAsNewcomer } from './provider-newcomer.ts'
import { requireOwnRedirect } from './redirect-address.ts'

/** A sign-in through a provider, as a client asks for it. */
export interface ProviderSignIn {
  readonly provider: string
  readonly proof: ProviderProof
  /** Plain or opaque. */
  readonly tenantId?: string | null | undefined
  readonly isPlatformAdmin?: boolean | undefined
  readonly deviceInfo?: string | null | undefined
  readonly host?: string | null | undefined
  /** Takes one from the client's budget of sends, where a newcomer's address is still to be proved. */
  readonly takeSend: () => Promise<boolean>
}

/** A race that another sign-in of the same person won: what it made is found at the next look. */
const mostLooks = 3

/**
 * Sign-in with what a provider says: an account that is linked is signed in to, of several in as many tenants the list is shown. Of somebody
 * nobody knows, an end user is made an account in the tenant that is named, or linked to the one with their address; an admin never is. Not
 * inside a transaction. The account's own second factor comes after the provider's.
 * @returns what is to be answered: refusals 401, 403 and 423 have their event committed
 * @throws AppError 400 `unknown_provider`, 400 naming `tenantCode` or `email`, 403 `registration_disabled`, 409 `link_required`,
 * `state_conflict`, 503
 */
export async function signInByProvider(ctx: PublicContext, kind: AccountKind, given: ProviderSignIn): Promise<ProviderAnswer> {
  await knowTenants(ctx.service, [namedTenant(ctx, given.tenantId)])
  const target = signInTarget(ctx, given)
  const provider = await offeredProvider(ctx, given.provider, placeOf(target))
  if ('code' in given.proof) requireOwnRedirect(ctx, given.proof.redirectUri, redirectTenant(kind, target))
  const attempt = { kind, provider, proof: given.proof, tenantId: tenantOfTarget(target) }
  const identity = await identify(ctx, attempt)
  if (identity instanceof AppError) return identity
  const person: KnownPerson = { kind, provider, identity, target, deviceInfo: given.deviceInfo ?? null }
  for (let look = 1; ; look++) {
    const answer = await enter(ctx, person, given)
    if (answer !== 'again') return answer
    if (look === mostLooks) return await refuseProof(ctx, attempt, 'raced')
  }
}

async function enter(ctx: PublicContext, person: KnownPerson, given: ProviderSignIn): Promise<ProviderAnswer | 'again'> {
  const { kind, target, identity, provider } = person
  const attempt = { kind, provider, tenantId: tenantOfTarget(target) }
  const found = await linkedAccounts(ctx, kind, identity, target)
  await knowTenants(
    ctx.service,
    found.map(({ tenantId }) => tenantId),
  )
  if (target.scope === 'anywhere') {
    const open = openAmong(ctx, found)
    if (open.length > 1) return { requiresWorkspaceSelection: true, workspaces: await showOwnWorkspaces(ctx, kind, open) }
    if (open[0]) return await enterLinked(ctx, person, open[0])
    // nobody could be made an account anywhere
    if (found.length === 0 && kind === 'user') throw validationFailed([{ field: 'tenantCode', code: 'required' }])
    return await refuseProof(ctx, attempt, 'closed')
  }
  const [known] = found
  if (known?.isDeleted) return await refuseProof(ctx, attempt, 'deleted')
  if (known) return await enterLinked(ctx, person, known)
  const isPlace = target.scope === 'tenant' && target.isKnown
  return kind === 'user' && isPlace
    ? await enterAsNewcomer(ctx, person, target.tenantId, given.takeSend)
    : await refuseProof(ctx, attempt, 'not_linked')
}

/**
 * Those that may be signed in to now, by their own state, that of their tenants, and what these let people sign in with. Where no tenant is
 * named the provider is one of the service, so that only a tenant's wanting none speaks against it.
 */
function openAmong(ctx: PublicContext, found: readonly LinkedAccount[]): LinkedAccount[] {
  return found.filter(
    (account) => refusalOf(account, ctx.service.tenants.state(account.tenantId)) === null && areProvidersOn(ctx, account.tenantId),
  )
}

/** Signs in to an account that is linked. What the proof may be accepted for is judged under the locks. */
async function enterLinked(ctx: PublicContext, person: KnownPerson, { id, linkId }: LinkedAccount): Promise<ProviderAnswer> {
  const answer = await transact(ctx, async (ctx) => {
    await lockTenantsOf(ctx, id)
    const account = await lockAccount(ctx, person.kind, id)
    if (!account) return unauthenticated('invalid_credentials')
    await requireStillOffered(ctx, person.provider, account.tenantId)
    if (!(await acceptOnce(ctx, person.identity))) return await refuseProof(ctx, { ...person, tenantId: account.tenantId }, 'used', account)
    return await enterAccount(ctx, person, id, linkId)
  })
  // where no tenant was named, why an account is closed is told to nobody
  const isHidden = answer instanceof AppError && answer.status === 403 && person.target.scope === 'anywhere'
  return isHidden && answer.code !== 'email_not_verified' ? unauthenticated('invalid_credentials') : withNewcomer(answer, false)
}

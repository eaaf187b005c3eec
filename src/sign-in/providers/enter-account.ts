import { AppError } from '#core/errors.ts'
import type { Identity, IdentityProvider } from '#core/identity-provider.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import type { TokenResponse } from '#sessions/access-token.ts'
import { completeSignIn } from '#sign-in/complete-sign-in.ts'
import type { WorkspaceSelection } from '#sign-in/sign-in.ts'
import type { SignInTarget } from '#sign-in/sign-in-target.ts'
import type { TwoFactorPending } from '#sign-in/two-factor-challenge.ts'

/** Tokens, with whether the account was just made. */
export type ProviderTokens = TokenResponse & { readonly isNewUser: boolean }
export type ProviderAnswer = ProviderTokens | TwoFactorPending | WorkspaceSelection | AppError

/** Somebody a provider vouched for, and what they want to sign in to. */
export interface KnownPerson {
  readonly kind: AccountKind
  readonly provider: IdentityProvider
  readonly identity: Identity
  readonly target: SignInTarget
  readonly deviceInfo: string | null
}

/** Signs in by a link, in the transaction that holds the account's lock and has accepted the proof. */
export const enterAccount = (ctx: PublicContext, { kind, provider, deviceInfo }: KnownPerson, accountId: string, linkId: string) =>
  completeSignIn(ctx, kind, {
    accountId,
    method: 'external',
    passwordProof: null,
    isTwoFactorProved: false,
    deviceInfo,
    external: { linkId, provider: provider.name },
  })

export const withNewcomer = (answer: TokenResponse | TwoFactorPending | AppError, isNewUser: boolean): ProviderAnswer =>
  !(answer instanceof AppError) && 'accessToken' in answer ? { ...answer, isNewUser } : answer

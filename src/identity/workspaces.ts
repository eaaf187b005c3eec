import { type AppError, unauthenticated } from '#core/errors.ts'
import type { PublicContext } from '#db/context.ts'
import { transact } from '#db/transact.ts'
import { refusalOf } from './locked-account.ts'
import { isLocked } from './lockout.ts'
import { emitRefusedSignIn } from './sessions.ts'
import type { SignInAccount } from './sign-in-accounts.ts'
import { type Attempt, isRightPassword, lockedUntilFirst, refuseWrong } from './sign-in-attempts.ts'

/** A place to sign in to, as a picker shows it: nothing about what the person is there. */
export type Workspace =
  | { readonly tenantId: string; readonly tenantCode: string; readonly name: string; readonly logoUrl: string | null }
  | { readonly tenantId: null; readonly isPlatform: true; readonly name: string }

const platformName = 'Platform Administration'

/**
 * The workspaces of several accounts of one address whose password this is; those that are locked, blocked, inactive or suspended
 * are left out. Every account whose password it is not counts a failure, whatever the others say: else an account of one's own with
 * the same address, in another tenant, would let one guess without being counted. 423 when all are locked, 401 when none is left.
 */
export async function openWorkspaces(
  ctx: PublicContext,
  attempt: Attempt,
  accounts: readonly SignInAccount[],
): Promise<Workspace[] | AppError> {
  const free = accounts.filter((account) => !isLocked(account.lockedUntil, ctx.now))
  if (free.length === 0) {
    return lockedUntilFirst(
      accounts.flatMap(({ lockedUntil }) => lockedUntil ?? []),
      ctx.now,
    )
  }
  const right: SignInAccount[] = []
  const wrong: SignInAccount[] = []
  for (const account of free) ((await isRightPassword(ctx, account, attempt.password)) ? right : wrong).push(account)
  const refusal = wrong.length > 0 ? await refuseWrong(ctx, attempt, wrong) : unauthenticated('invalid_credentials')
  const open = right.filter((account) => refusalOf(account, ctx.service.tenants.state(account.tenantId)) === null)
  await logClosed(ctx, attempt, right)
  if (open.length > 0) return open.map((account) => workspaceOf(ctx, account.tenantId))
  return right.length > 0 ? unauthenticated('invalid_credentials') : refusal
}

/** Their owner's log should show that somebody has the password of an account that may not sign in. */
async function logClosed(ctx: PublicContext, attempt: Attempt, accounts: readonly SignInAccount[]): Promise<void> {
  const closed = accounts.flatMap((account) => {
    const refusal = refusalOf(account, ctx.service.tenants.state(account.tenantId))
    return refusal ? [{ account, refusal }] : []
  })
  if (closed.length === 0) return
  await transact(ctx, async (ctx) => {
    for (const { account, refusal } of closed) await emitRefusedSignIn(ctx, attempt.kind, account, refusal)
  })
}

function workspaceOf(ctx: PublicContext, tenantId: string | null): Workspace {
  if (tenantId === null) return { tenantId: null, isPlatform: true, name: platformName }
  const { tenants, settings, keys } = ctx.service
  const node = tenants.node(tenantId)
  return {
    tenantId: keys.opaqueIds.encode('tenant', tenantId),
    tenantCode: node?.code ?? '',
    name: node?.name ?? '',
    logoUrl: settings.of(tenantId).logoUrl,
  }
}

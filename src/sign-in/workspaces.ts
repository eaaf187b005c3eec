import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emitAll } from '#events/emit.ts'
import { entityTypeOf, fullName } from '#events/people.ts'
import { type Attempt, countBeside, type Tried } from './password-attempts.ts'
import type { SignInAccount } from './sign-in-accounts.ts'

/** A place to sign in to, as a picker shows it: nothing about what the person is there. */
export type Workspace =
  | { readonly tenantId: string; readonly tenantCode: string; readonly name: string; readonly logoUrl: string | null }
  | { readonly tenantId: null; readonly isPlatform: true; readonly name: string }

const platformName = 'Platform Administration'

/**
 * The workspaces that a password opens. To have been shown them is a use of the password, which the log of each account tells; accounts
 * whose password it is not count it as a failure.
 */
export async function showWorkspaces(ctx: PublicContext, attempt: Attempt, tried: Tried): Promise<Workspace[]> {
  await transact(ctx, async (ctx) => {
    await countBeside(ctx, attempt, tried)
    await tellShown(ctx, attempt.kind, tried.open)
  })
  return tried.open.map((account) => workspaceOf(ctx, account))
}

type Shown = Pick<SignInAccount, 'id' | 'tenantId' | 'email' | 'username' | 'firstName' | 'lastName'>

/** The workspaces of accounts that a provider vouched for, told to the log of each. */
export async function showOwnWorkspaces(ctx: PublicContext, kind: AccountKind, accounts: readonly Shown[]): Promise<Workspace[]> {
  await transact(ctx, (ctx) => tellShown(ctx, kind, accounts))
  return accounts.map((account) => workspaceOf(ctx, account))
}

const tellShown = (ctx: PublicContext, kind: AccountKind, accounts: readonly Shown[]) =>
  emitAll(
    ctx,
    'auth.workspaces.shown',
    accounts.map(({ id, tenantId, email, ...person }) => ({
      tenantId,
      actor: { id, kind, name: fullName(person) },
      entityType: entityTypeOf(kind),
      entityId: id,
      personName: fullName(person),
      personData: { email },
    })),
  )

function workspaceOf(ctx: PublicContext, { tenantId }: Shown): Workspace {
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

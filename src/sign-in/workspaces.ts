import type { PublicContext } from '#db/rows/context.ts'
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
    await emitAll(
      ctx,
      'auth.workspaces.shown',
      tried.open.map(({ id, tenantId, email, ...name }) => ({
        tenantId,
        actor: { id, kind: attempt.kind, name: fullName({ ...name, email }) },
        entityType: entityTypeOf(attempt.kind),
        entityId: id,
        personName: fullName({ ...name, email }),
        personData: { email },
      })),
    )
  })
  return tried.open.map((account) => workspaceOf(ctx, account))
}

function workspaceOf(ctx: PublicContext, { tenantId }: SignInAccount): Workspace {
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

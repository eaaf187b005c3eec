import type { z } from 'zod'
import { loadShownAccounts, shownBlock } from '#accounts/shown-accounts.ts'
import { notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import type { UserDetail } from './users.schema.ts'

type User = z.input<typeof UserDetail>

/** The users of these ids that are in the caller's scope, in any order. */
export const loadUsers = async (ctx: Context, ids: readonly string[]): Promise<User[]> => (await load(ctx, ids)).map(({ user }) => user)

async function load(ctx: Context, ids: readonly string[]) {
  const found = await loadShownAccounts(ctx, 'user', ids)
  return found.map(({ account, block }) => {
    const { roleId, roleName, isProtected, emailVerifiedAt, phoneVerifiedAt, tenantId, ...shown } = account
    const user: User = {
      ...shown,
      // a user belongs to a tenant always
      tenantId: tenantId as string,
      emailVerified: emailVerifiedAt !== null,
      phoneVerified: phoneVerifiedAt !== null,
    }
    return { user, block }
  })
}

/** One user; 404 for an unknown, deleted or foreign one alike. */
export async function getUser(ctx: Context, id: string): Promise<User> {
  const [found] = await load(ctx, [id])
  if (!found) throw notFound()
  return ctx.actor.permissions.has('users.update') ? { ...found.user, ...(await shownBlock(ctx, found.block)) } : found.user
}

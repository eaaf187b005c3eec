import type { z } from 'zod'
import { loadShownAccounts, shownBlock } from '#accounts/shown-accounts.ts'
import { notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import type { AdminDetail } from './admins.schema.ts'

type Admin = z.input<typeof AdminDetail>

/** The admins of these ids that are in the caller's scope, in any order. */
export const loadAdmins = async (ctx: Context, ids: readonly string[]): Promise<Admin[]> => (await load(ctx, ids)).map(({ admin }) => admin)

async function load(ctx: Context, ids: readonly string[]) {
  const found = await loadShownAccounts(ctx, 'admin', ids)
  return found.map(({ account: { roleId, roleName, emailVerifiedAt, phoneVerifiedAt, ...account }, block }) => {
    const admin: Admin = { ...account, role: roleId === null ? null : { id: roleId, name: roleName ?? '' } }
    return { admin, block }
  })
}

/** One admin; 404 for an unknown, deleted or foreign one alike. */
export async function getAdmin(ctx: Context, id: string): Promise<Admin> {
  const [found] = await load(ctx, [id])
  if (!found) throw notFound()
  return ctx.actor.permissions.has('admins.update') ? { ...found.admin, ...(await shownBlock(ctx, found.block)) } : found.admin
}

import type { z } from 'zod'
import { loadChangeable, storeChange } from '#accounts/account-change.ts'
import { lockForEdit } from '#accounts/account-edit.ts'
import { storeAvatar } from '#accounts/pictures/stored-avatar.ts'
import type { Context } from '#db/rows/context.ts'
import { changesBetween } from '#events/changes.ts'
import { requireVersion } from '#http/version.ts'
import { getUser } from './users.queries.ts'
import type { UserDetail } from './users.schema.ts'

/**
 * Makes an avatar of the uploaded bytes and shows it on a user. Not in a transaction.
 * @param version the one that the change was made for, if any
 * @throws AppError 404 unknown or foreign, 415 no picture of a kind that is taken, 400 `image_invalid` or `image_too_large`, 409 another
 * version
 */
// unscoped: of a user in scope the address that was written just now, should they be deleted meanwhile
export async function putUserAvatar(
  ctx: Context,
  id: string,
  bytes: Buffer,
  version: number | undefined,
): Promise<z.input<typeof UserDetail>> {
  // before the work: whoever can't change the user has no picture decoded
  await getUser(ctx, id)
  return await storeAvatar(ctx, bytes, {
    async show(ctx, avatarUrl) {
      const { account } = await lockForEdit(ctx, 'user', id)
      const before = await loadChangeable(ctx, 'user', id)
      requireVersion(before, version)
      await storeChange(ctx, account, { before, changes: changesBetween({ ...before }, { avatarUrl }), isMoved: false })
      return { answer: await getUser(ctx, id), former: before.avatarUrl, tenantId: before.tenantId }
    },
    async shown() {
      const row = await ctx.db.selectFrom('accounts').select('avatarUrl').where('id', '=', id).executeTakeFirst()
      return row?.avatarUrl ?? null
    },
  })
}

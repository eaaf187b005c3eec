import { type OwnProfile, ownProfile } from '#accounts/own-profile.ts'
import { changeOwnProfile } from '#accounts/own-profile-change.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { deleteAvatar, discountAvatar, storeAvatar } from './stored-avatar.ts'

/** Makes an avatar of the uploaded bytes and shows it in the caller's profile. Not in a transaction. Throws what `storeAvatar` does. */
export const putOwnAvatar = (ctx: Context, bytes: Buffer): Promise<OwnProfile> =>
  storeAvatar(ctx, bytes, {
    async show(ctx, avatarUrl) {
      const { before, after } = await changeOwnProfile(ctx, { avatarUrl })
      return { answer: after, former: before.avatarUrl, tenantId: before.tenantId }
    },
    shown: async () => (await ownProfile(ctx))?.avatarUrl ?? null,
  })

/** Takes the caller's avatar away, if there is one. Not in a transaction. */
export async function deleteOwnAvatar(ctx: Context): Promise<void> {
  const before = await transact(ctx, async (ctx) => {
    const { before } = await changeOwnProfile(ctx, { avatarUrl: null })
    await discountAvatar(ctx, before.avatarUrl)
    return before
  })
  await deleteAvatar(ctx, before.avatarUrl)
}

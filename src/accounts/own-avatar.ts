import type { Context } from '#db/rows/context.ts'
import { type OwnProfile, ownProfile } from './own-profile.ts'
import { changeOwnProfile } from './own-profile-change.ts'
import { deleteAvatar, storeAvatar } from './stored-avatar.ts'

/** Makes an avatar of the uploaded bytes and shows it in the caller's profile. Not in a transaction. Throws what `storeAvatar` does. */
export const putOwnAvatar = (ctx: Context, bytes: Buffer): Promise<OwnProfile> =>
  storeAvatar(ctx, bytes, {
    async show(avatarUrl) {
      const { before, after } = await changeOwnProfile(ctx, { avatarUrl })
      return { answer: after, former: before.avatarUrl }
    },
    shown: async () => (await ownProfile(ctx))?.avatarUrl ?? null,
  })

/** Takes the caller's avatar away, if there is one. Not in a transaction. */
export async function deleteOwnAvatar(ctx: Context): Promise<void> {
  const { before } = await changeOwnProfile(ctx, { avatarUrl: null })
  await deleteAvatar(ctx, before.avatarUrl)
}

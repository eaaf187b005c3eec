import { randomBytes } from 'node:crypto'
import { type OwnProfile, ownProfile } from '#accounts/own-profile.ts'
import { type ChangedProfile, changeOwnProfile } from '#accounts/own-profile-change.ts'
import type { Context } from '#db/rows/context.ts'
import { readAvatar } from '#outside/storage/avatar.ts'

/** Where avatars are found: the path is public, and long and random enough to be unguessable (160 bits). */
const avatarPath = '/files/avatars/'
const keyPrefix = 'avatars/'

/** The key of the object behind a path; null for a path that is none of ours. */
const keyOf = (url: string | null): string | null => (url?.startsWith(avatarPath) ? keyPrefix + url.slice(avatarPath.length) : null)

/**
 * Makes an avatar of the uploaded bytes and shows it in the caller's profile. The object is there before any row names it, and the
 * one it replaces goes when none does any more: of uploads at once the last stays, and none is left over. Not in a transaction.
 * Throws what `readAvatar` does.
 */
export async function putOwnAvatar(ctx: Context, bytes: Buffer): Promise<OwnProfile> {
  const avatar = await readAvatar(bytes)
  const name = `${randomBytes(20).toString('hex')}.${avatar.extension}`
  await ctx.service.objects.put(keyPrefix + name, avatar.body, avatar.contentType)
  let changed: ChangedProfile
  try {
    changed = await changeOwnProfile(ctx, 'admin.updated', { avatarUrl: avatarPath + name })
  } catch (error) {
    // a connection can be lost after the commit: what the row names must stay
    const isShown = await ownProfile(ctx).then(
      (profile) => profile?.avatarUrl === avatarPath + name,
      () => true,
    )
    if (!isShown) await deleteObject(ctx, keyPrefix + name)
    throw error
  }
  await deleteObject(ctx, keyOf(changed.before.avatarUrl))
  return changed.after
}

/** Takes the caller's avatar away, if there is one. Not in a transaction. */
export async function deleteOwnAvatar(ctx: Context): Promise<void> {
  const { before } = await changeOwnProfile(ctx, 'admin.updated', { avatarUrl: null })
  await deleteObject(ctx, keyOf(before.avatarUrl))
}

/** The change is committed: a store that is away now must not make an answer of it that says otherwise. */
async function deleteObject(ctx: Context, key: string | null): Promise<void> {
  if (key !== null) await ctx.service.objects.delete(key).catch(() => undefined)
}

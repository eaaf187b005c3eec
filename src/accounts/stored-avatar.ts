import { randomBytes } from 'node:crypto'
import type { Context } from '#db/rows/context.ts'
import { readAvatar } from '#outside/storage/avatar.ts'

/** How many bytes a picture may have at most. */
export const avatarBytes = 2 * 1024 * 1024

/** Where avatars are found: the path is public, and long and random enough to be unguessable (160 bits). */
const avatarPath = '/files/avatars/'
const keyPrefix = 'avatars/'

/** The key of the object behind a path; null for a path that is none of ours. */
const keyOf = (url: string | null): string | null => (url?.startsWith(avatarPath) ? keyPrefix + url.slice(avatarPath.length) : null)

/** The record that shows an avatar. */
export interface AvatarOwner<T> {
  /** Writes the address, in a transaction of its own. @returns what it answers, and the address that was there before */
  readonly show: (avatarUrl: string) => Promise<{ readonly answer: T; readonly former: string | null }>
  /** The address as it is now, whatever became of the record. */
  readonly shown: () => Promise<string | null>
}

/**
 * Makes an avatar of the uploaded bytes and has its owner show it. The object is there before any row names it, and the one it replaces
 * goes when none does any more: of uploads at once the last stays, and none is left over. Not in a transaction.
 * Throws what `readAvatar` and `show` do.
 */
export async function storeAvatar<T>(ctx: Context, bytes: Buffer, { show, shown }: AvatarOwner<T>): Promise<T> {
  const avatar = await readAvatar(bytes)
  const name = `${randomBytes(20).toString('hex')}.${avatar.extension}`
  await ctx.service.objects.put(keyPrefix + name, avatar.body, avatar.contentType)
  try {
    const { answer, former } = await show(avatarPath + name)
    await deleteAvatar(ctx, former)
    return answer
  } catch (error) {
    // a connection can be lost after the commit: what the row names must stay
    const isShown = await shown().then(
      (url) => url === avatarPath + name,
      () => true,
    )
    if (!isShown) await deleteAvatar(ctx, avatarPath + name)
    throw error
  }
}

/** Deletes the object behind an address that no row names any more: a store that is away now must not make another answer of the change. */
export async function deleteAvatar(ctx: Context, url: string | null): Promise<void> {
  const key = keyOf(url)
  if (key !== null) await ctx.service.objects.delete(key).catch(() => undefined)
}

import { randomBytes } from 'node:crypto'
import { isConnectionLost } from '#db/database-errors.ts'
import type { Context } from '#db/rows/context.ts'
import { holderOf } from '#db/rows/holder.ts'
import { transact } from '#db/rows/transact.ts'
import { readAvatar } from '#outside/pictures/avatar.ts'
import { countPicture, discountPictures } from './stored-pictures.ts'

/** How many bytes a picture may have at most. */
export const avatarBytes = 2 * 1024 * 1024

/** Where avatars are found: the path is public, and long and random enough to be unguessable (160 bits). */
const avatarPath = '/files/avatars/'
const keyPrefix = 'avatars/'

/** The key of the object behind a path; null for a path that is none of ours. */
const keyOf = (url: string | null): string | null => (url?.startsWith(avatarPath) ? keyPrefix + url.slice(avatarPath.length) : null)

const formerKeys = (url: string | null): string[] => [keyOf(url)].flatMap((key) => key ?? [])

/** Counts an avatar no more; in the transaction that takes it away. */
export async function discountAvatar(ctx: Context, url: string | null): Promise<void> {
  await discountPictures(ctx, formerKeys(url))
}

/** The record that shows an avatar. */
export interface AvatarOwner<T> {
  /** Writes the address. @returns what it answers, the address that was there before, and whose tenant it counts for */
  readonly show: (
    ctx: Context,
    avatarUrl: string,
  ) => Promise<{ readonly answer: T; readonly former: string | null; readonly tenantId: string | null }>
  /** The address as it is now, whatever became of the record. */
  readonly shown: () => Promise<string | null>
}

/**
 * Makes an avatar of the uploaded bytes and has its owner show it. The object is there before any row names it, and the one it replaces
 * goes when none does any more: of uploads at once the last stays, and none is left over. Not in a transaction.
 * Throws what `readAvatar` and `show` do, and 409 `quota_exceeded`.
 */
export async function storeAvatar<T>(ctx: Context, bytes: Buffer, { show, shown }: AvatarOwner<T>): Promise<T> {
  const avatar = await readAvatar(bytes, holderOf(ctx))
  const name = `${randomBytes(20).toString('hex')}.${avatar.extension}`
  const key = keyPrefix + name
  await ctx.service.objects.put(key, avatar.body, avatar.contentType)
  try {
    const { answer, former } = await transact(ctx, async (ctx) => {
      const shown = await show(ctx, avatarPath + name)
      await countPicture(ctx, { key, bytes: avatar.body.length, tenantId: shown.tenantId }, formerKeys(shown.former))
      return shown
    })
    await deleteAvatar(ctx, former)
    return answer
  } catch (error) {
    // with its connection the end of a commit is lost, which may still come: what the row names must stay, and else is swept
    if (isConnectionLost(error)) throw error
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

import { sql } from 'kysely'
import type { PublicContext } from '#db/rows/context.ts'
import { requireStorageRoom } from './storage-room.ts'

/** An avatar or a logo whose object is there. */
export interface NewPicture {
  readonly key: string
  readonly bytes: number
  /** Null: the platform's. */
  readonly tenantId: string | null
}

/**
 * Counts a picture as its tenant's, and one that it replaces no more. In the transaction that shows it, behind the locks of that.
 * @param formerKeys of pictures that nobody shows from here on
 * @throws AppError 409 `quota_exceeded`
 */
// unscoped: a picture that the caller's change, judged under its locks, shows
export async function countPicture(ctx: PublicContext, { key, bytes, tenantId }: NewPicture, formerKeys: readonly string[]): Promise<void> {
  const freed = await discountPictures(ctx, formerKeys)
  await sql`insert into stored_pictures (key, tenant_id, bytes) values (${key}, ${tenantId}, ${bytes})`.execute(ctx.db)
  await requireStorageRoom(ctx, tenantId, bytes - freed)
}

/** Counts pictures no more that nobody shows. @returns how many bytes they were */
// unscoped: by keys of pictures that the caller's change, or a job, took away
export async function discountPictures(ctx: Pick<PublicContext, 'db'>, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0
  const { rows } = await sql<{ bytes: number }>`delete from stored_pictures where key = any(${keys}) returning bytes`.execute(ctx.db)
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}

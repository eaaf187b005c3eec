import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { isUuid } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { requirePermission } from '#rights/delegation.ts'
import { type BinEntry, loadEntriesOf } from './bin-entries.ts'
import { shownEntries } from './recycle-bin.list.ts'
import type { ShownEntry } from './recycle-bin.schema.ts'
import { binTypeNames, binTypeOf, sourceOf } from './recycle-bin.types.ts'

/**
 * Restores a deleted record and answers its entry as it is now: of a record that lives.
 * @throws AppError 404 no entry in scope, 403 without the permission to change such records, or with `excess`, 409 `cannot_restore`,
 * `quota_exceeded`
 */
export async function restoreEntry(ctx: Context, shownId: string): Promise<z.input<typeof ShownEntry>> {
  const entry = await findEntry(ctx, shownId)
  const type = binTypeOf(entry.type)
  requirePermission(ctx.actor, type.update)
  const [shown] = await shownEntries(ctx, [entry], new Map())
  await type.restore(ctx, entry)
  return { ...shown!, deletedAt: null, deletedBy: null, deletedByName: null, canRestore: false, reason: null }
}

/** Erases a deleted record for ever. Throws 404 like `restoreEntry`, 403 likewise, and for whoever is protected. */
export async function purgeEntry(ctx: Context, shownId: string): Promise<void> {
  const entry = await findEntry(ctx, shownId)
  const type = binTypeOf(entry.type)
  requirePermission(ctx.actor, type.delete)
  await type.purge(ctx, entry)
}

/** A group is named by its opaque id and nothing else, any other record by its own. */
async function findEntry(ctx: Context, shownId: string): Promise<BinEntry> {
  const groupId = ctx.service.keys.opaqueIds.decode('group', shownId)
  const id = groupId ?? (isUuid(shownId) ? shownId.toLowerCase() : null)
  if (id === null) throw notFound()
  for (const name of binTypeNames) {
    if ((binTypeOf(name).isOpaque === true) !== (groupId !== null)) continue
    const [entry] = await loadEntriesOf(ctx, sourceOf(name), [id])
    if (entry) return entry
  }
  throw notFound()
}

import type { z } from 'zod'
import { peopleInScope } from '#accounts/people-in-scope.ts'
import type { ObstacleReason } from '#core/error-codes.ts'
import { oneOfFilter, pageSchemaOf, querySchemaOf } from '#db/lists/list-query.ts'
import { narrowedTo, Within } from '#db/lists/list-within.ts'
import { type Page, type Place, readPage } from '#db/lists/read-page.ts'
import { tenantNames } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { type BinEntry, countEntries, loadEntriesOf, readEntryPage } from './bin-entries.ts'
import { ShownEntry } from './recycle-bin.schema.ts'
import { binTypeNames, binTypeOf, sourceOf } from './recycle-bin.types.ts'

type Shown = z.input<typeof ShownEntry>

export const BinQuery = querySchemaOf({ entityType: oneOfFilter('type', binTypeNames, 'Records of this kind alone') }, ['deletedAt'], {
  within: Within,
})

export const BinPage = pageSchemaOf('RecycleBinPage', ShownEntry)

/** A page of what is deleted in the caller's scope, of the types that the caller may see, newest first. Throws 400 for a bad cursor. */
export async function readBin(ctx: Context, query: z.output<typeof BinQuery>): Promise<Page<Shown>> {
  const { sortDirection, entityType } = query
  // what is nothing but spaces looks for nothing
  const text = query.search?.trim() || undefined
  const search = text && (ctx.service.keys.opaqueIds.decode('group', text) ?? text)
  const names = binTypeNames.filter((name) => ctx.actor.permissions.has(binTypeOf(name).view) && (entityType ?? name) === name)
  const sources = names.map(sourceOf)
  const binding = JSON.stringify(['recycle bin', names, sortDirection, search ?? null, query.within ?? null])
  async function readAt({ after, offset, limit }: Place) {
    const scope = await narrowedTo(ctx, query.within, 'within')
    if (scope === null) return null
    const count = await countEntries(scope, sources, search)
    const isBeyond = !after && offset >= count
    const rows = isBeyond ? [] : await readEntryPage(scope, sources, { search, direction: sortDirection, after, offset, limit })
    return { rows, total: { count, isCapped: false } }
  }
  return await readPage(ctx, query, binding, readAt, (shown) => loadShown(ctx, shown))
}

/** The entries in their order, each type's in one statement, and what stands in their way in another. */
async function loadShown(ctx: Context, found: readonly { type: string; id: string }[]): Promise<Shown[]> {
  const entries = new Map<string, BinEntry>()
  const obstacles = new Map<string, ObstacleReason>()
  for (const [type, rows] of Map.groupBy(found, ({ type }) => type)) {
    const ids = rows.map(({ id }) => id)
    for (const entry of await loadEntriesOf(ctx, sourceOf(type), ids)) entries.set(entry.id, entry)
    for (const [id, reason] of await binTypeOf(type).obstacles(ctx, ids)) obstacles.set(id, reason)
  }
  const inOrder = found.flatMap(({ id }) => entries.get(id) ?? [])
  return await shownEntries(ctx, inOrder, obstacles)
}

/** As they are answered: nothing names who is out of the caller's scope, nor the address of a person who has no name. */
export async function shownEntries(
  ctx: Context,
  entries: readonly BinEntry[],
  obstacles: ReadonlyMap<string, ObstacleReason>,
): Promise<Shown[]> {
  const known = await peopleInScope(
    ctx,
    entries.map(({ deletedBy }) => deletedBy),
  )
  const nameOf = await tenantNames(
    ctx,
    entries.map(({ tenantId }) => tenantId),
  )
  const { opaqueIds } = ctx.service.keys
  return entries.map(({ type, id, name, tenantId, deletedBy, deletedAt }) => {
    const { isOpaque } = binTypeOf(type)
    const reason = obstacles.get(id) ?? null
    return {
      id: isOpaque ? opaqueIds.encode('group', id) : id,
      entityType: type as Shown['entityType'],
      displayName: name || id,
      tenantId,
      tenantName: nameOf(tenantId),
      deletedBy: deletedBy !== null && known.has(deletedBy) ? deletedBy : null,
      deletedByName: known.get(deletedBy ?? '') ?? null,
      deletedAt,
      canRestore: reason === null,
      reason,
    }
  })
}

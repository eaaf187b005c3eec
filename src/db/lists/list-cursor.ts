import { invalid } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'

/** Where a page ended. */
export interface Position {
  /** The sort value of its last row as text. */
  readonly key: string
  readonly id: string
  /** The number of the page that follows. */
  readonly page: number
  /** How many rows were shown up to here, where the list may not be counted to its end. */
  readonly shown?: number
}

/** Sealed values are padded to a multiple of this many bytes, or the length of a cursor would be that of a foreign row's sort value. */
const paddedTo = 128

/**
 * Bound to the caller's scope beside the list, its order and its filters: under another query or in another scope the same cursor would
 * skip rows without a word.
 */
const contextOf = (ctx: Context, binding: string) => JSON.stringify([ctx.actor.kind, ctx.actor.tenantId, binding])

/**
 * The cursor of a position, for the list, order and filters that `binding` spells out. It is sealed: where a large scope is read along the
 * order of all rows, the last row may be one that the reader may not know of.
 */
export function encodeCursor(ctx: Context, binding: string, { key, id, page, shown = 0 }: Position): string {
  const text = JSON.stringify([key, id, page, shown])
  const bytes = Buffer.byteLength(text)
  const spaces = Math.ceil(bytes / paddedTo) * paddedTo - bytes
  return ctx.service.keys.sealCursor(text + ' '.repeat(spaces), contextOf(ctx, binding))
}

/** Throws 400 for a cursor that is none of ours, or not of this list in this order with these filters in this scope. */
export function decodeCursor(ctx: Context, binding: string, cursor: string): Required<Position> {
  const text = ctx.service.keys.openCursor(cursor, contextOf(ctx, binding))
  if (text === null) throw invalid('cursor', 'validation_failed')
  const [key, id, page, shown] = JSON.parse(text) as [string, string, number, number]
  return { key, id, page, shown }
}

import type { Context } from '#db/rows/context.ts'
import { type Total, totalAfter } from './list-count.ts'
import { decodeCursor, encodeCursor, type Position } from './list-cursor.ts'

/** One page as it is answered. */
export interface Page<T> {
  items: T[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}

interface PageAsked {
  readonly page: number
  readonly pageSize: number
  readonly cursor?: string | undefined
}

/** Where a page is read: behind a row, or so many rows from the beginning. */
export interface Place {
  readonly after: Required<Position> | null
  readonly offset: number
  /** One row more than the page, to know whether there is a next one. */
  readonly limit: number
}

type Row = Pick<Position, 'key' | 'id'>

/** What was read at a place. */
export interface RowsRead<R extends Row> {
  readonly rows: readonly R[]
  readonly total: Total
  /** Where reading ended before the list did: the next page begins there, whatever this one holds. */
  readonly end?: Row | null
}

/**
 * One page of anything that is shown in pages: by its number, or behind a cursor, with the cursor of the next. What is read, and in which
 * order, is for `read` alone; null says that nothing can be there.
 *
 * @param binding spells out list, order and filters: another's cursor is none of these
 * @param load the items of these rows, in their order; one that is gone meanwhile is left out
 * @throws AppError 400 for a bad cursor
 */
export async function readPage<R extends Row, T>(
  ctx: Context,
  { pageSize, ...asked }: PageAsked,
  binding: string,
  read: (place: Place) => Promise<RowsRead<R> | null>,
  load: (shown: readonly R[]) => T[] | Promise<T[]>,
): Promise<Page<T>> {
  const after = asked.cursor === undefined ? null : decodeCursor(ctx, binding, asked.cursor)
  const page = after?.page ?? asked.page
  const offset = after ? 0 : (page - 1) * pageSize
  const found = await read({ after, offset, limit: pageSize + 1 })
  if (found === null) return { items: [], totalCount: 0, page, pageSize, totalPages: 0, nextCursor: null }
  const { rows, total, end = null } = found
  const shown = rows.slice(0, pageSize)
  const isFollowed = rows.length > pageSize
  const last = isFollowed ? (shown.at(-1) as R) : end
  // a page by number that is empty may lie anywhere beyond the end
  const isBeyond = shown.length === 0 && offset > 0
  const upTo = isBeyond ? 0 : (after?.shown ?? offset) + shown.length
  const told = totalAfter(total, upTo, isFollowed ? 'some' : last || isBeyond ? 'unknown' : 'none')
  return {
    items: await load(shown),
    totalCount: told.count,
    page,
    pageSize,
    totalPages: Math.ceil(told.count / pageSize),
    nextCursor: last ? encodeCursor(ctx, binding, { key: last.key, id: last.id, page: page + 1, shown: upTo }) : null,
    ...(told.isCapped && { isTotalCapped: true }),
  }
}

/** What an address says, as far as it makes sense: bad values count as not said. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const idIn = (text: string | undefined): string | undefined => (text !== undefined && uuid.test(text) ? text : undefined)

/** Whether it could be the id of a group, which is no UUID. */
export const isGroupId = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** @returns a page number from 1 on */
export const pageIn = (text: string | undefined): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : 1)

/** Where a page of a list begins: by its number, or where reading broke off before the list did. Whatever begins a list anew takes both away. */
export function placeIn(text: string | undefined): Place {
  const cursor = /^after\.(.+)/.exec(text ?? '')?.[1]
  return cursor === undefined ? { page: pageIn(text) } : { cursor }
}

export type Place = { readonly page: number; readonly cursor?: never } | { readonly cursor: string; readonly page?: never }

/**
 * What stands in the address as `page` for going on behind the last page that is known; null where a list that was gone on with has ended,
 * undefined where pages have numbers.
 */
export function furtherIn(read: Read | undefined, { cursor }: Place): string | null | undefined {
  if (!read || (cursor === undefined && !(read.isTotalCapped && read.page >= read.totalPages))) return undefined
  return read.nextCursor && `after.${read.nextCursor}`
}

interface Read {
  readonly page: number
  readonly totalPages: number
  readonly nextCursor: string | null
  readonly isTotalCapped?: true | undefined
}

/** The one of these that the text is. */
export const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T | undefined => known.find((one) => one === text)

/** @param text a name, with `-` before it where the order is a falling one */
export function orderIn(known: readonly string[], text: string | undefined, usual: Order): Order {
  const [, falls, name] = /^(-?)(\w+)$/.exec(text ?? '') ?? []
  const by = oneOf(known, name)
  return by === undefined ? usual : { by, direction: falls ? 'desc' : 'asc' }
}

export interface Order {
  readonly by: string
  readonly direction: 'asc' | 'desc'
}

/** The order after a click on a heading. */
export const nextSort = ({ by, direction }: Order, clicked: string): string =>
  by === clicked && direction === 'asc' ? `-${clicked}` : clicked

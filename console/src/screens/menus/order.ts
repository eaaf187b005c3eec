/** The items of a menu in one row, and the order that is sent when one of them moves. */
import type { Reply } from '../../api/client.ts'

export type Item = Reply<'getMenu'>[number]

export interface Row {
  readonly item: Item
  readonly level: number
}

export const rowsOf = (items: readonly Item[], level = 0): Row[] =>
  items.flatMap((item) => [{ item, level }, ...rowsOf(item.children, level + 1)])

/** Own items with the same parent, as they stand. */
const ownSiblings = (rows: readonly Row[], item: Item) =>
  rows.map((row) => row.item).filter(({ parentId, tenantId }) => parentId === item.parentId && tenantId === item.tenantId)

/** The own item that `item` would change places with; none at the end. */
export function neighbour(rows: readonly Row[], item: Item, by: -1 | 1): Item | undefined {
  const siblings = ownSiblings(rows, item)
  return siblings[siblings.findIndex(({ id }) => id === item.id) + by]
}

/** Every own item with its place, after `item` and its neighbour changed theirs: the service takes all or nothing. */
export function orderAfter(rows: readonly Row[], item: Item, by: -1 | 1): { id: string; parentId: string | null; order: number }[] {
  const siblings = ownSiblings(rows, item)
  const at = siblings.findIndex(({ id }) => id === item.id)
  const moved = [...siblings]
  moved.splice(at, 1)
  moved.splice(at + by, 0, item)
  const orders = siblings.map(({ order }) => order)
  const isRising = orders.every((order, n) => n === 0 || order > (orders[n - 1] ?? 0))
  const places = new Map(moved.map(({ id }, n) => [id, isRising ? (orders[n] ?? 0) : n * 10]))
  return rows
    .filter((row) => row.item.tenantId === item.tenantId)
    .map((row) => ({ id: row.item.id, parentId: row.item.parentId, order: places.get(row.item.id) ?? row.item.order }))
}

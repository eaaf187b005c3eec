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
export const siblingsOf = (rows: readonly Row[], item: Item): Item[] =>
  rows.map((row) => row.item).filter(({ parentId, tenantId }) => parentId === item.parentId && tenantId === item.tenantId)

/** Where it stands among its own siblings. */
export const indexOf = (siblings: readonly Item[], { id }: Item): number => siblings.findIndex((one) => one.id === id)

/**
 * Where an item that was put at an index among its siblings belongs among those of now: beside the one in whose place it was put.
 *
 * @param siblings as they stood when it was moved
 * @returns null where it is not there any more, or below another
 */
export function indexIn(rows: readonly Row[], siblings: readonly Item[], item: Item, to: number): number | null {
  const now = siblingsOf(rows, item)
  if (indexOf(now, item) === -1) return null
  const others = now.filter(({ id }) => id !== item.id)
  const taken = siblings[to]
  const at = taken ? indexOf(others, taken) : -1
  return at === -1 ? to : to > indexOf(siblings, item) ? at + 1 : at
}

/** Where each own item stands, as the service takes it: all or nothing. */
export type Places = { id: string; parentId: string | null; order: number }[]

/** Every own item with its place, where `item` is put at an index among its siblings. */
export function orderAfter(rows: readonly Row[], item: Item, to: number): Places {
  const siblings = siblingsOf(rows, item)
  const moved = siblings.filter(({ id }) => id !== item.id)
  moved.splice(to, 0, item)
  const orders = siblings.map(({ order }) => order)
  const isRising = orders.every((order, n) => n === 0 || order > (orders[n - 1] ?? 0))
  return placesWith(rows, item.tenantId, new Map(moved.map(({ id }, n) => [id, isRising ? (orders[n] ?? 0) : n * 10])))
}

/** Every own item as it stands, but for the orders that are given. */
export const placesWith = (rows: readonly Row[], tenantId: string | null, orders: ReadonlyMap<string, number>): Places =>
  rows
    .filter((row) => row.item.tenantId === tenantId)
    .map(({ item: { id, parentId, order } }) => ({ id, parentId, order: orders.get(id) ?? order }))

/**
 * What somebody with one role alone is shown. The service tells each caller their own menu only, so its rule is repeated here
 * (`shownMenu` in src/modules/menus/menu-tree.ts): visible, asking for nothing they lack, listed where the role lists any, below
 * parents that are shown.
 *
 * @param listed what the role lists; empty where it lists nothing
 */
export const shownTo = (items: readonly Item[], held: ReadonlySet<string>, listed: ReadonlySet<string>): Item[] =>
  items
    .filter(
      ({ id, isVisible, requiredPermission }) =>
        isVisible && (requiredPermission === null || held.has(requiredPermission)) && (listed.size === 0 || listed.has(id)),
    )
    .map((item) => ({ ...item, children: shownTo(item.children, held, listed) }))

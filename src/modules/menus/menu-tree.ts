import type { Actor } from '#db/rows/context.ts'
import type { MenuNode } from '#http/start/menu-shapes.ts'
import type { MenuRow } from './menus.queries.ts'

/**
 * Items as a tree, in the order in which they come.
 * @param lost what becomes of an item whose parent is not among them: it is left out, with all below it, or it stands at the top
 */
export function menuTree(rows: readonly MenuRow[], lost: 'left-out' | 'at-the-top'): MenuNode[] {
  const nodes = new Map(rows.map((row) => [row.id, nodeOf(row)]))
  const roots: MenuNode[] = []
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    if (parent) parent.children.push(node)
    else if (node.parentId === null || lost === 'at-the-top') roots.push(node)
  }
  return roots
}

const nodeOf = ({ position, ...row }: MenuRow): MenuNode => ({ ...row, order: position, children: [] })

/**
 * What somebody is shown: visible items that ask for nothing they lack, where their roles list any those, each below parents that are
 * shown. A menu opens no door: every operation asks for its permission by itself.
 * @param listed what the roles list
 */
export const shownMenu = (
  rows: readonly MenuRow[],
  { permissions }: Pick<Actor, 'permissions'>,
  listed: ReadonlySet<string>,
): MenuNode[] => {
  const held: ReadonlySet<string> = permissions
  return menuTree(
    rows.filter(
      ({ id, isVisible, requiredPermission }) =>
        isVisible && (requiredPermission === null || held.has(requiredPermission)) && (listed.size === 0 || listed.has(id)),
    ),
    'left-out',
  )
}

/** Where an item stands by its parents. */
export type Parents = ReadonlyMap<string, string | null>

export const parentsOf = (rows: readonly Pick<MenuRow, 'id' | 'parentId'>[]): Map<string, string | null> =>
  new Map(rows.map(({ id, parentId }) => [id, parentId]))

/** How many items stand from the top down to this one, itself counted; null when it stands below itself. */
export function levelOf(id: string, parents: Parents): number | null {
  let level = 1
  for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) {
    if (at === id || level > parents.size) return null
    level += 1
  }
  return level
}

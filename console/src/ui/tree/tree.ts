/** The tree of tenants as rows, of which only those that are seen are drawn. Without a page. */
/** What of a tenant the tree needs to know. */
export interface Node {
  readonly id: string
  readonly childCount: number
}

/** The children of one tenant, as far as they were loaded. */
export interface Branch<T extends Node> {
  readonly items: readonly T[]
  readonly total: number
  readonly isLoading: boolean
  readonly error: unknown
}

/** A part of the children of one tenant, as the service answered it. */
export interface Part {
  readonly items: readonly unknown[]
  readonly totalCount: number
}

/**
 * How many children there are: what is made and deleted while one reads is in the last answer alone, and nothing comes after a part that
 * is not full, whatever the first one said.
 *
 * @param parts those that were answered, in order
 * @param size of a full one
 */
export function totalOf(parts: readonly Part[], size: number): number {
  const last = parts.at(-1)
  if (last === undefined) return 0
  return last.items.length < size ? parts.reduce((sum, { items }) => sum + items.length, 0) : last.totalCount
}

export interface TenantRow<T extends Node> {
  readonly kind: 'tenant'
  readonly id: string
  readonly tenant: T
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly isOpen: boolean
}

/** In the place of children that are not there: they are on their way, or could not be loaded. */
export interface WaitRow {
  readonly kind: 'wait'
  readonly id: string
  readonly parent: string
  readonly level: number
  readonly error: unknown
  /** Whether nothing is on its way yet: it is asked for when the row is seen. */
  readonly isNext: boolean
}

export type Row<T extends Node> = TenantRow<T> | WaitRow

/** What stands at the top has this for its parent. */
export const top = 'top'

/**
 * Children stand after their parent, where it is open. A branch that is not whole ends with a row that waits.
 *
 * @param branchOf what was loaded; undefined before it is asked for
 */
export function rowsOf<T extends Node>(branchOf: (parent: string) => Branch<T> | undefined, open: ReadonlySet<string>): Row<T>[] {
  const rows: Row<T>[] = []
  const add = (parent: string, level: number) => {
    const branch = branchOf(parent)
    const siblings = Math.max(branch?.total ?? 0, branch?.items.length ?? 0)
    for (const [index, tenant] of (branch?.items ?? []).entries()) {
      const isOpen = open.has(tenant.id) && tenant.childCount > 0
      rows.push({ kind: 'tenant', id: tenant.id, tenant, level, position: index + 1, siblings, isOpen })
      if (isOpen) add(tenant.id, level + 1)
    }
    const isWhole = branch !== undefined && branch.items.length >= branch.total && !branch.isLoading && !branch.error
    if (!isWhole)
      rows.push({
        kind: 'wait',
        id: `wait-${parent}`,
        parent,
        level,
        error: branch?.error ?? null,
        isNext: branch !== undefined && !branch.isLoading && !branch.error,
      })
  }
  add(top, 1)
  return rows
}

/** Which branches must be loaded: those that are open, and can be reached from the top. */
export function branchesOf(itemsOf: (parent: string) => readonly Node[], open: ReadonlySet<string>): string[] {
  const found: string[] = []
  const add = (parent: string) => {
    found.push(parent)
    for (const { id, childCount } of itemsOf(parent)) if (open.has(id) && childCount > 0) add(id)
  }
  add(top)
  return found
}

export type Move = { readonly to: string } | { readonly open: string } | { readonly shut: string } | null

/** What a key does at a row (WAI-ARIA, treegrid); forward and back are along the line of text. */
export function moveOf(rows: readonly Row<Node>[], at: number, key: string, isRtl: boolean): Move {
  const row = rows[at]
  if (!row) return null
  const to = (index: number): Move => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, index))]
    return next ? { to: next.id } : null
  }
  const parent = () => {
    const index = rows.findLastIndex(({ level }, before) => before < at && level < row.level)
    return index < 0 ? null : to(index)
  }
  const isBranch = row.kind === 'tenant' && row.tenant.childCount > 0
  const isOpen = row.kind === 'tenant' && row.isOpen
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return to(at + 1)
    case 'ArrowUp':
    case 'k':
      return to(at - 1)
    case 'PageDown':
      return to(at + 10)
    case 'PageUp':
      return to(at - 10)
    case 'Home':
      return to(0)
    case 'End':
      return to(rows.length - 1)
    case isRtl ? 'ArrowLeft' : 'ArrowRight':
      return !isBranch ? null : isOpen ? to(at + 1) : { open: row.id }
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      return isOpen ? { shut: row.id } : parent()
    default:
      return null
  }
}

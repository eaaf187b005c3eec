import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { RevocationBatch } from './revocation-reader.ts'

/** Why nobody of a tenant may sign in; also the code of the answer. */
export type TenantState = 'tenant_inactive' | 'tenant_suspended' | 'tenant_cancelled' | 'tenant_deleted'

export interface TenantNode {
  readonly id: string
  readonly parentId: string | null
  readonly code: string
  readonly name: string
  readonly status: 'Active' | 'Inactive' | 'Suspended' | 'Cancelled'
  readonly isDeleted: boolean
  readonly sessionsValidAfter: Date | null
  /** That those below it don't say yet what it says of them (`shut-tenants.ts`). */
  readonly hasLateMarks: boolean
}

/** Where a node stands. */
interface Place {
  node: TenantNode
  readonly parent: Place | null
  /** How many stand above it. */
  readonly level: number
  /** Nodes at and below this one, deleted ones too. */
  size: number
}

interface Index {
  readonly places: Map<string, Place>
}

const severity: readonly (TenantState | null)[] = [null, 'tenant_inactive', 'tenant_suspended', 'tenant_cancelled', 'tenant_deleted']
const stateOfStatus = { Active: null, Inactive: 'tenant_inactive', Suspended: 'tenant_suspended', Cancelled: 'tenant_cancelled' } as const

/** The state of one tenant by itself. */
export const ownTenantState = ({ status, isDeleted }: Pick<TenantNode, 'status' | 'isDeleted'>): TenantState | null =>
  isDeleted ? 'tenant_deleted' : stateOfStatus[status]

/** Of two states the one that weighs more: what holds for whoever stands under both. */
export const worseState = (a: TenantState | null, b: TenantState | null) => (severity.indexOf(a) > severity.indexOf(b) ? a : b)

const laterDate = (a: Date | null, b: Date | null) => (a === null || (b !== null && b > a) ? b : a)

/** All tenants, deleted ones too, in the memory of this process: a check of scope or state costs no SQL. */
export class TenantTree {
  readonly #database: Pick<Database, 'kind' | 'reader'>
  #nodes: Map<string, TenantNode>
  /** Of those with late marks. */
  #late = new Set<string>()
  /** Null when it must be worked out anew, at the next question. */
  #places: Index | null = null

  private constructor(database: Pick<Database, 'kind' | 'reader'>, nodes: TenantNode[]) {
    this.#database = database
    this.#nodes = byId(nodes)
    this.#late = lateOf(nodes)
  }

  static async load(database: Pick<Database, 'kind' | 'reader'>): Promise<TenantTree> {
    return new TenantTree(database, await readNodes(database, null))
  }

  node(id: string): TenantNode | undefined {
    return this.#nodes.get(id)
  }

  /** Whether `id` is the ancestor or below it. Ancestor null is the platform, which has everything; id null lies under no tenant. */
  isWithin(ancestorId: string | null, id: string | null): boolean {
    if (ancestorId === null) return true
    if (id === null) return false
    const ancestor = this.#place(ancestorId)
    let place = this.#place(id)
    if (!ancestor || !place) return false
    while (place.parent && place.level > ancestor.level) place = place.parent
    return place === ancestor
  }

  /** The tenant, its parent, and so on up to the root; empty for an unknown one. */
  lineage(id: string): TenantNode[] {
    const nodes: TenantNode[] = []
    for (let place = this.#place(id) ?? null; place; place = place.parent) nodes.push(place.node)
    return nodes
  }

  /**
   * The worst state of the tenant and its ancestors, null when all are active. An unknown tenant counts as deleted, the platform as active.
   */
  state(id: string | null): TenantState | null {
    if (id === null) return null
    const found = this.#place(id)
    if (!found) return 'tenant_deleted'
    let state: TenantState | null = null
    for (let place: Place | null = found; place; place = place.parent) state = worseState(state, ownTenantState(place.node))
    return state
  }

  /** Sessions made at or before this moment are dead for ever: the newest such moment of the tenant and its ancestors. */
  validAfter(id: string | null): Date | null {
    let newest: Date | null = null
    for (let place = id === null ? null : (this.#place(id) ?? null); place; place = place.parent)
      newest = laterDate(newest, place.node.sessionsValidAfter)
    return newest
  }

  /**
   * How many tenants there are at and below one; null counts all. Deleted ones too, until they are erased: whoever goes through a
   * scope tenant by tenant goes through them as well.
   */
  subtreeSize(id: string | null): number {
    return id === null ? this.#index().places.size : (this.#place(id)?.size ?? 0)
  }

  /** Whether below some tenant the rows themselves don't say yet what it says of them. */
  get hasLateMarks(): boolean {
    return this.#late.size > 0
  }

  /** For `LiveLog.subscribe`: reads the changed tenants again, or all of them. */
  async apply(batch: RevocationBatch): Promise<void> {
    const isWhole = batch === 'flush' || batch.some(({ topic, subject }) => topic === 'tree' || (topic === 'tenant' && subject === null))
    if (isWhole) {
      const nodes = await readNodes(this.#database, null)
      this.#nodes = byId(nodes)
      this.#late = lateOf(nodes)
      this.#places = null
      return
    }
    const ids = batch.flatMap(({ topic, subject }) => (topic === 'tenant' && subject !== null ? [subject] : []))
    if (ids.length === 0) return
    const nodes = byId(await readNodes(this.#database, ids))
    for (const id of ids) {
      const node = nodes.get(id)
      if (node) this.#put(node)
      else this.#remove(id)
    }
  }

  /**
   * Reads a tenant that this process has not heard of, with those above it: another process may have made it a moment ago. One
   * that is known stays as it is: what the log said of it is newer. An id of nobody stays unknown.
   */
  async learn(id: string): Promise<void> {
    // the embedded database has no other process, and inside a transaction no other connection
    if (this.#database.kind === 'embedded') return
    for (let next: string | null = id; next !== null && !this.#nodes.has(next); ) {
      const [node]: TenantNode[] = await readNodes(this.#database, [next])
      if (!node) return
      if (!this.#nodes.has(next)) this.#put(node)
      next = node.parentId
    }
  }

  /** A tenant that stays in its place, or comes below one that has a place, costs its lineage; any other change the whole index. */
  #put(node: TenantNode): void {
    this.#nodes.set(node.id, node)
    if (node.hasLateMarks) this.#late.add(node.id)
    else this.#late.delete(node.id)
    const index = this.#places
    if (!index) return
    const known = index.places.get(node.id)
    const parent = node.parentId === null ? null : index.places.get(node.parentId)
    // with all others in their places, nothing waits for a new one to hang under
    const fits = known ? known.node.parentId === node.parentId : index.places.size === this.#nodes.size - 1
    if (parent === undefined || !fits) {
      this.#places = null
      return
    }
    if (known) {
      known.node = node
      return
    }
    index.places.set(node.id, { node, parent, level: parent ? parent.level + 1 : 0, size: 1 })
    for (let each = parent; each; each = each.parent) each.size++
  }

  #remove(id: string): void {
    this.#late.delete(id)
    if (this.#nodes.delete(id)) this.#places = null
  }

  #place(id: string): Place | undefined {
    return this.#index().places.get(id)
  }

  #index(): Index {
    this.#places ??= placesOf(this.#nodes)
    return this.#places
  }
}

const lateOf = (nodes: readonly TenantNode[]) => new Set(nodes.flatMap(({ id, hasLateMarks }) => (hasLateMarks ? [id] : [])))

const byId = (nodes: readonly TenantNode[]) => new Map(nodes.map((node) => [node.id, node]))

async function readNodes({ reader }: Pick<Database, 'kind' | 'reader'>, ids: string[] | null): Promise<TenantNode[]> {
  const query = reader
    .selectFrom('tenants')
    .select(['id', 'parentId', 'code', 'name', 'status', 'deletedAt', 'sessionsValidAfter', 'lateMarks'])
  const rows = await (ids === null ? query : query.where(sql<boolean>`id = any(${ids}::uuid[])`)).execute()
  return rows.map(({ deletedAt, lateMarks, ...row }) => {
    const isDeleted = deletedAt !== null
    return { ...row, isDeleted, hasLateMarks: isDeleted && lateMarks !== null }
  })
}

/** Walks without recursion: a chain of tenants may be longer than the stack. What hangs under nothing known is left out. */
function placesOf(nodes: ReadonlyMap<string, TenantNode>): Index {
  const children = Map.groupBy(nodes.values(), ({ parentId }) => parentId)
  const inOrder: Place[] = (children.get(null) ?? []).map((node) => ({ node, parent: null, level: 0, size: 1 }))
  // the list grows while it is walked: those above always come before those below
  for (const parent of inOrder) {
    for (const node of children.get(parent.node.id) ?? []) inOrder.push({ node, parent, level: parent.level + 1, size: 1 })
  }
  for (const place of inOrder.toReversed()) if (place.parent) place.parent.size += place.size
  return { places: new Map(inOrder.map((place) => [place.node.id, place])) }
}

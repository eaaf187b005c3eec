import type { RawBuilder, SqlBool } from 'kysely'
import { z } from 'zod'
import { type PermissionName, permissionByName } from '#core/permissions.ts'
import type { Context } from './context.ts'
import type { IdSet } from './id-set.ts'
import { countRows, idIn, type ListTable, readAllAsSet, readAllIds, readPageIds, type SortKey } from './list-plan.ts'
import {
  decodeCursor,
  encodeCursor,
  type FilterValues,
  filterSchemaOf,
  type ListFilters,
  type PageQuery,
  querySchemaOf,
  refuseMasked,
} from './list-query.ts'

interface ListSpec<Item extends z.ZodType, F extends ListFilters, S extends string> {
  /** Its own name: cursors of one list are none of another. */
  readonly name: string
  readonly table: ListTable
  /** Whose restriction is the reading mask of these records. */
  readonly view: PermissionName
  readonly item: Item
  /** The records of these ids in the shape of `item`, in any order. They are in scope already; what is joined must be, too. */
  readonly load: (ctx: Context, ids: readonly string[]) => Promise<(z.input<Item> & { id: string })[]>
  /** Public name to what is sorted by; the first is the default, and nothing else can be sorted by. */
  readonly sort: Readonly<Record<S, SortKey>>
  readonly filter: F
  /** What must hold of a row that a search finds; null where the text finds everything. Must not look at a masked field. */
  readonly search?: (ctx: Context, text: string, masked: readonly string[]) => RawBuilder<SqlBool> | null
  /** How `load` spells the id of a row, where that is not the id itself. */
  readonly shownId?: (ctx: Context, id: string) => string
  /** The number of rows, where it can be had without counting them; null where it can't. */
  readonly count?: (ctx: Context, filter: FilterValues<F>) => Promise<number> | null
}

type Filter<F extends ListFilters> = FilterValues<F> & { search?: string | undefined }

/** The rows of a list that one address shows: what must hold of them beside the caller's scope, and its name in cursors. */
export interface ListPart {
  readonly name: string
  readonly where: RawBuilder<SqlBool>
}

/** One page as it is answered. */
export interface Page<T> {
  items: T[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
}

/**
 * One declaration gives a list its query schema, its page schema, its read, and the match behind "all matching" bulk actions.
 * Scope, masks, paging by number and by cursor are the same for every list because they are written here.
 */
export function defineList<Item extends z.ZodType, const F extends ListFilters, const S extends string>(spec: ListSpec<Item, F, S>) {
  const sorts = Object.keys(spec.sort) as [S, ...S[]]
  const pageSchema = z.object({
    items: z.array(spec.item),
    totalCount: z.int(),
    page: z.int(),
    pageSize: z.int(),
    totalPages: z.int(),
    nextCursor: z.string().nullable(),
  })

  function conditions(ctx: Context, filter: Filter<F>, sortBy: readonly string[]): RawBuilder<SqlBool>[] {
    const masked = maskedFields(ctx, spec.view)
    const given = Object.keys(spec.filter).filter((name) => filter[name] !== undefined)
    refuseMasked(masked, [...given, ...sortBy])
    const found = filter.search ? (spec.search?.(ctx, filter.search, masked) ?? null) : null
    return [...given.map((name) => spec.filter[name]!.where(filter[name], ctx)), ...(found ? [found] : [])]
  }

  async function count(ctx: Context, filter: Filter<F>, where: readonly RawBuilder<SqlBool>[], part?: ListPart): Promise<number> {
    const kept = part || filter.search ? null : (spec.count?.(ctx, filter) ?? null)
    return await (kept ?? countRows(ctx, spec.table, where))
  }

  /** Throws 400 for a bad cursor, 403 `field_restricted` for sorting or filtering by a masked field. */
  async function read(ctx: Context, query: PageQuery<S> & FilterValues<F>, part?: ListPart): Promise<Page<z.input<Item>>> {
    const { pageSize, sortBy, sortDirection } = query
    const binding = bindingOf(part ? `${spec.name} ${part.name}` : spec.name, query, Object.keys(spec.filter))
    const after = query.cursor === undefined ? null : decodeCursor(ctx, binding, query.cursor)
    const page = after?.page ?? query.page
    const where = [...conditions(ctx, query, [sortBy]), ...(part ? [part.where] : [])]
    const totalCount = await count(ctx, query, where, part)
    const request = { table: spec.table, sort: spec.sort[sortBy], direction: sortDirection, where }
    const ids = after
      ? await readPageIds(ctx, { ...request, after, offset: 0, limit: pageSize + 1 })
      : await readNumberedPage(ctx, request, page, pageSize, totalCount)
    const shown = ids.slice(0, pageSize)
    const last = shown.at(-1)
    return {
      items: await loadInOrder(ctx, shown),
      totalCount,
      page,
      pageSize,
      totalPages: Math.ceil(totalCount / pageSize),
      nextCursor: last && ids.length > pageSize ? encodeCursor(ctx, binding, { ...last, page: page + 1 }) : null,
    }
  }

  async function loadInOrder(ctx: Context, found: readonly { id: string }[]): Promise<z.input<Item>[]> {
    if (found.length === 0) return []
    const rows = new Map(
      (
        await spec.load(
          ctx,
          found.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    )
    // a record that was deleted between the two statements is no longer there
    return found.flatMap(({ id }) => rows.get(spec.shownId?.(ctx, id) ?? id) ?? [])
  }

  return {
    querySchema: querySchemaOf(spec.filter, sorts),
    /** The query of an address that settles some of the filters itself. */
    querySchemaWithout: (...settled: (keyof F & string)[]) =>
      querySchemaOf(Object.fromEntries(Object.entries(spec.filter).filter(([name]) => !settled.includes(name))) as F, sorts),
    filterSchema: filterSchemaOf(spec.filter),
    pageSchema,
    read,
    /** The ids of all records in scope that match a filter, in the order of ids. Throws 403 `field_restricted` like `read`. */
    matching: (ctx: Context, filter: Filter<F>, part?: ListPart): Promise<string[]> =>
      readAllIds(ctx, spec.table, [...conditions(ctx, filter, []), ...(part ? [part.where] : [])]),
    /** The same for sets of any size, those of one tenant together. In a transaction only. */
    matchingSet: (ctx: Context, filter: Filter<F>): Promise<IdSet> => readAllAsSet(ctx, spec.table, conditions(ctx, filter, [])),
    /** Which of these still match, in the order of ids. */
    matchingOf: (ctx: Context, filter: Filter<F>, ids: readonly string[]): Promise<string[]> =>
      readAllIds(ctx, spec.table, [...conditions(ctx, filter, []), idIn(spec.table, ids)]),
  }
}

/** Whoever does not hold the permission to see these records at all sees no field of them that can be restricted. */
const maskedFields = ({ actor }: Context, view: PermissionName): readonly string[] =>
  (actor.permissions.has(view) ? actor.masks.get(view) : permissionByName(view)?.restrictableFields) ?? []

type Request = Omit<Parameters<typeof readPageIds>[1], 'after' | 'offset' | 'limit'>

/** One row more than the page, to know whether there is a next one. Past the middle it is read from the far end, which is nearer. */
async function readNumberedPage(ctx: Context, request: Request, page: number, pageSize: number, totalCount: number) {
  const offset = (page - 1) * pageSize
  if (offset >= totalCount) return []
  if (offset <= totalCount / 2) return await readPageIds(ctx, { ...request, after: null, offset, limit: pageSize + 1 })
  const limit = Math.min(pageSize + 1, totalCount - offset)
  const direction = request.direction === 'asc' ? 'desc' : 'asc'
  return (await readPageIds(ctx, { ...request, direction, after: null, offset: totalCount - offset - limit, limit })).reverse()
}

function bindingOf(name: string, query: Record<string, unknown>, filters: readonly string[]): string {
  const used = ['sortBy', 'sortDirection', 'search', ...filters].map((part) => [part, query[part] ?? null])
  return JSON.stringify([name, used])
}

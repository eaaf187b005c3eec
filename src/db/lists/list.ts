import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import { readingMask } from '#db/rows/reading-mask.ts'
import { IdSet } from './id-set.ts'
import { countRows, type Total } from './list-count.ts'
import { listLimits } from './list-limits.ts'
import { readPageIds } from './list-pages.ts'
import { type Found, idIn, type ListTable, type PageRequest, readAllAsSet, readAllIds, rowMatches, type SortKey } from './list-plan.ts'
import {
  type FilterValues,
  filterSchemaOf,
  type ListFilters,
  type Narrowing,
  type PageQuery,
  pageSchemaOf,
  querySchemaOf,
  refuseMasked,
  refuseUnseen,
  type Searching,
  walkSchemaOf,
} from './list-query.ts'
import { readSearched } from './list-search.ts'
import { type WalkPlace, type WalkStep, walkStep } from './list-walk.ts'
import { narrowedTo, Within } from './list-within.ts'
import { type Page, type Place, type RowsRead, readPage } from './read-page.ts'
import { searchedId } from './text-search.ts'

interface ListSpec<Item extends z.ZodType, F extends ListFilters, S extends string> {
  /** Its own name: cursors of one list are none of another. */
  readonly name: string
  readonly table: ListTable
  /** Whose restriction is the reading mask of these records. */
  readonly view: PermissionName
  readonly item: Item
  /** Name of a page of them in the documentation. */
  readonly page: string
  /** The records of these ids in the shape of `item`, in any order. They are in scope already; what is joined must be, too. */
  readonly load: (ctx: Context, ids: readonly string[]) => Promise<(z.input<Item> & { id: string })[]>
  /** Public name to what is sorted by; the first is the default, and nothing else can be sorted by. */
  readonly sort: Readonly<Record<S, SortKey>>
  readonly filter: F
  /** What must hold of a row that a search finds; null where the text finds everything. Must not look at a masked field. */
  readonly search?: (ctx: Context, text: string, masked: readonly string[]) => RawBuilder<SqlBool> | null
  /** How `load` spells the id of a row, where that is not the id itself. */
  readonly shownId?: (ctx: Context, id: string) => string
  /** The id that a text spells, where ids are not shown as they are; null for any other text. */
  readonly idOf?: (ctx: Context, text: string) => string | null
  /** The number of rows, where it can be had without counting them; null where it can't. */
  readonly count?: (ctx: Context, filter: FilterValues<F>) => Promise<number> | null
}

type Filter<F extends ListFilters> = FilterValues<F> & Narrowing & Searching

/** The rows of a list that one address shows: what must hold of them beside the caller's scope, and its name in cursors. */
export interface ListPart {
  readonly name: string
  readonly where: RawBuilder<SqlBool>
  /** Most rows may be of it: no index gives them by themselves. */
  readonly isWide?: true
}

/**
 * One declaration gives a list its query schema, its page schema, its read, and the match behind "all matching" bulk actions.
 * Scope, masks, paging by number and by cursor are the same for every list because they are written here.
 */
export function defineList<Item extends z.ZodType, const F extends ListFilters, const S extends string>(spec: ListSpec<Item, F, S>) {
  const sorts = Object.keys(spec.sort) as [S, ...S[]]
  const pageSchema = pageSchemaOf(spec.page, spec.item, {
    isTotalCapped: z.literal(true).optional().meta({
      description:
        'Counting ended at `totalCount`; there may be more. Follow `nextCursor` until it is null: a page may hold fewer than `pageSize`, even none, before that',
    }),
  })

  /** What must hold for the filters, and for the search. */
  function conditions(ctx: Context, filter: Filter<F>, sortBy: readonly string[]) {
    const masked = readingMask(ctx.actor, spec.view)
    const given = Object.keys(spec.filter).filter((name) => filter[name] !== undefined)
    refuseMasked(masked, [...given, ...sortBy])
    const id = filter.search ? idInSearch(ctx, filter.search) : null
    const found = filter.search && id === null ? (spec.search?.(ctx, filter.search, masked) ?? null) : null
    const filters = given.map((name) => spec.filter[name]!)
    refuseUnseen(ctx, filters)
    const where = filters.map((each, at) => each.where(filter[given[at]!], ctx))
    if (id !== null) where.push(idIn(spec.table, [id]))
    const narrows = (each: (typeof filters)[number], at: number) =>
      typeof each.isNarrow === 'function' ? each.isNarrow(filter[given[at]!]) : each.isNarrow === true
    const isNarrow = id !== null || filters.some(narrows)
    return { filters, where, found, isNarrow, isBounded: filters.some((each) => each.isBounded) }
  }

  /** A search for a whole id finds the record that has it. */
  const idInSearch = (ctx: Context, search: string): string | null => (spec.idOf ? spec.idOf(ctx, search.trim()) : searchedId(search))

  function matched(ctx: Context, filter: Filter<F>): RawBuilder<SqlBool>[] {
    const { where, found } = conditions(ctx, filter, [])
    return found ? [...where, found] : where
  }

  async function count(ctx: Context, filter: Filter<F>, request: PageRequest, part?: ListPart): Promise<Total> {
    const isKept = !part && !(filter.search && idInSearch(ctx, filter.search))
    const kept = isKept ? await spec.count?.(ctx, filter) : null
    return kept == null ? await countRows(ctx, request) : { count: kept, isCapped: false }
  }

  /** Throws 400 for a bad cursor, 403 `field_restricted` for sorting or filtering by a masked field. */
  async function read(ctx: Context, query: PageQuery<S> & FilterValues<F> & Narrowing, part?: ListPart): Promise<Page<z.input<Item>>> {
    const { sortBy, sortDirection } = query
    const binding = bindingOf(part ? `${spec.name} ${part.name}` : spec.name, query, Object.keys(spec.filter))
    async function readAt(place: Place) {
      const { found, where, isNarrow, isBounded } = conditions(ctx, query, [sortBy])
      const scope = await narrowedTo(ctx, query.within, 'within')
      if (scope === null) return null
      const request = {
        table: spec.table,
        sort: spec.sort[sortBy],
        direction: sortDirection,
        where: part ? [...where, part.where] : where,
        isNarrow: isNarrow || (part !== undefined && !part.isWide),
        isBounded,
        ...(part?.isWide && { looked: listLimits.looked }),
        ...place,
      }
      return found ? await readSearched(scope, request, found) : await readCounted(scope, request, await count(scope, query, request, part))
    }
    return await readPage(ctx, query, binding, readAt, (shown) => loadInOrder(ctx, shown))
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

  const querySchema = <G extends ListFilters>(filters: G) => querySchemaOf(filters, sorts, { within: Within })

  return {
    querySchema: querySchema(spec.filter as F),
    /** The query of an address that settles some of the filters itself. */
    querySchemaWithout: (...settled: (keyof F & string)[]) =>
      querySchema(Object.fromEntries(Object.entries(spec.filter).filter(([name]) => !settled.includes(name))) as F),
    filterSchema: filterSchemaOf(spec.filter as F, { within: Within }),
    pageSchema,
    itemSchema: spec.item,
    read,
    /** The query of an address that walks over all that is found; `more` is its own. */
    walkSchema: <M extends z.ZodRawShape>(more: M) => walkSchemaOf(spec.filter as F, { within: Within }, more),
    /** One bounded step over all that is found in a log, newest first; throws as `read` does. What is in scope is judged at each. */
    async walk(ctx: Context, filter: Filter<F>, place: WalkPlace): Promise<WalkStep> {
      const { filters, where, found, isNarrow } = conditions(ctx, filter, [])
      const scope = await narrowedTo(ctx, filter.within, 'within')
      if (scope === null) return { ids: [], next: null }
      const isInside = where.map((_condition, at) => filters[at]?.isBound === true || filters[at]?.isNarrow === true)
      const inside = where.filter((_condition, at) => isInside[at])
      const hit = [...where.filter((_condition, at) => !isInside[at]), ...(found ? [found] : [])]
      return await walkStep(scope, { inside, hit, isNarrow }, place)
    },
    /** The ids of all records in scope that match a filter, in the order of ids. Throws 403 `field_restricted` like `read`. */
    async matching(ctx: Context, filter: Filter<F>, part?: ListPart): Promise<string[]> {
      const where = [...matched(ctx, filter), ...(part ? [part.where] : [])]
      const scope = await scopeOfBulk(ctx, filter)
      return scope ? await readAllIds(scope, spec.table, where) : []
    },
    /** The ids that `matching` gives, for sets of any size, those of one tenant together. In a transaction only. */
    async matchingSet(ctx: Context, filter: Filter<F>): Promise<IdSet> {
      const where = matched(ctx, filter)
      const scope = await scopeOfBulk(ctx, filter)
      return scope ? await readAllAsSet(scope, spec.table, where) : new IdSet([])
    },
    /** That a row is in scope and matches, for a statement over the table itself that looks at rows it knows by their ids. */
    async stillMatches(ctx: Context, filter: Filter<F>): Promise<RawBuilder<SqlBool>> {
      const where = matched(ctx, filter)
      const scope = await scopeOfBulk(ctx, filter)
      return scope ? rowMatches(scope, spec.table, where) : sql<SqlBool>`false`
    },
    /** Which of these still match, in the order of ids. */
    async matchingOf(ctx: Context, filter: Filter<F>, ids: readonly string[]): Promise<string[]> {
      const scope = await scopeOfBulk(ctx, filter)
      return scope ? await readAllIds(scope, spec.table, [...matched(ctx, filter), idIn(spec.table, ids)]) : []
    },
  }
}

const scopeOfBulk = (ctx: Context, { within }: Narrowing) => narrowedTo(ctx, within, 'filter.within')

/** A page of a list whose length is known. Past the middle it is read from the far end, which is nearer. */
async function readCounted(ctx: Context, request: PageRequest, total: Total): Promise<RowsRead<Found>> {
  const page = (rows: Found[]) => ({ rows, total })
  const { after, offset } = request
  // a count that ended early says nothing of the rows behind it
  const readable = total.isCapped ? Math.max(total.count, listLimits.deepest) : total.count
  if (after === null && offset >= readable) return page([])
  if (after !== null || total.isCapped || offset <= total.count / 2) return page(await readPageIds(ctx, request))
  const limit = Math.min(request.limit, total.count - offset)
  const direction = request.direction === 'asc' ? 'desc' : 'asc'
  return page((await readPageIds(ctx, { ...request, direction, offset: total.count - offset - limit, limit })).reverse())
}

function bindingOf(name: string, query: Record<string, unknown>, filters: readonly string[]): string {
  const used = ['sortBy', 'sortDirection', 'search', 'within', ...filters].map((part) => [part, query[part] ?? null])
  return JSON.stringify([name, used])
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { AppError, denied } from '#core/errors.ts'
import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'

/** One filter of a list: how its value is written in a body and in a query string, and what must then hold of a row. */
export interface ListFilter<T> {
  /** As the documentation says it. */
  readonly description: string
  readonly body: z.ZodType<T>
  readonly query: z.ZodType<T>
  readonly where: (value: T, ctx: Context) => RawBuilder<SqlBool>
  /** It leaves the rows of one tenant or role, or few others, which have an index of their own; where that depends on the value, asked. */
  readonly isNarrow?: boolean | ((value: T) => boolean)
  /** No kept count knows of it, and there may be a million: they are counted up to a bound. */
  readonly isBounded?: true
  /** It bounds the order of a log: what is behind the bound is not looked at. */
  readonly isBound?: true
  /** What it tells of a record needs this permission beside that of the list. */
  readonly needs?: PermissionName
}

// biome-ignore lint/suspicious/noExplicitAny: filters of all kinds of values in one record; FilterValues names each again
export type ListFilters = Readonly<Record<string, ListFilter<any>>>
export type FilterValues<F extends ListFilters> = {
  [N in keyof F]?: (F[N] extends ListFilter<infer T> ? T : never) | undefined
}

export interface PageQuery<S extends string> {
  page: number
  pageSize: number
  search?: string | undefined
  sortBy: S
  sortDirection: 'asc' | 'desc'
  cursor?: string | undefined
}

/** What beside its filters may narrow a list. */
export interface Narrowing {
  /** Plain or opaque id of a tenant. */
  within?: string | undefined
}

/** The search beside them. */
export interface Searching {
  search?: string | undefined
}

const maxPage = 1_000_000_000
const maxPageSize = 100
const maxSearchLength = 100
const maxCursorLength = 2000

const searched = 'Words in any order, or a whole id'

/** A query string holds text only: anything but the plain decimal form of a whole number stays text, and so is of the wrong type. */
export const wholeNumber = (maximum: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(value) ? Number(value) : value),
    z.int().min(1).max(maximum),
  )
export const queryBoolean = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

const storable = (text: string) => !text.includes('\0') && text.isWellFormed()
const plainText = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine(storable, { params: { code: 'nul_character' } })

/** By a column that is true or false. */
export const booleanFilter = (column: string, description: string): ListFilter<boolean> => ({
  description,
  body: z.boolean(),
  query: queryBoolean,
  where: (value) => sql<SqlBool>`${sql.ref(column)} = ${value}`,
})

/** By the id of another record. An unknown or foreign one matches nothing; the list's own scope sees to that. */
export const idFilter = (column: string, description: string): ListFilter<string> => ({
  description,
  body: z.uuid().toLowerCase(),
  query: z.uuid().toLowerCase(),
  isNarrow: /\.(?:tenant|role)_id$/.test(column),
  where: (value) => sql<SqlBool>`${sql.ref(column)} = ${value}`,
})

/** By the whole text of a column, of at most `maximum` characters. */
export const textFilter = (column: string, description: string, maximum = 100): ListFilter<string> => ({
  description,
  body: plainText(maximum),
  query: plainText(maximum),
  where: (value) => sql<SqlBool>`${sql.ref(column)} = ${value}`,
})

/** By a column that holds one of these words. */
export const oneOfFilter = <const V extends string>(column: string, values: readonly V[], description: string): ListFilter<V> => ({
  description,
  body: z.enum(values),
  query: z.enum(values),
  where: (value) => sql<SqlBool>`${sql.ref(column)} = ${value}`,
})

/** Which page of anything that is shown in pages. */
export const pages = {
  page: wholeNumber(maxPage).default(1).meta({ description: 'Number of the page, from 1' }),
  pageSize: wholeNumber(maxPageSize)
    .default(10)
    .meta({ description: `Records on a page, 1 to ${maxPageSize}` }),
  cursor: z.string().max(maxCursorLength).optional().meta({ description: 'The `nextCursor` of the page before; wins over `page`' }),
}

/** The schema of a list's query string. Names nobody declared are refused, so that a misspelt filter never means "everything". */
export function querySchemaOf<F extends ListFilters, S extends string>(
  filters: F,
  sorts: readonly [S, ...S[]],
  narrowing: z.ZodRawShape = {},
): z.ZodType<PageQuery<S> & FilterValues<F> & Narrowing> {
  const shape = Object.fromEntries(
    Object.entries(filters).map(([name, { query, description }]) => [name, query.optional().meta({ description })]),
  )
  return z.strictObject({
    page: pages.page,
    pageSize: pages.pageSize,
    search: plainText(maxSearchLength).optional().meta({ description: searched }),
    sortBy: z.enum(sorts).default(sorts[0]).meta({ description: 'What the records are sorted by' }),
    sortDirection: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Ascending or descending' }),
    cursor: pages.cursor,
    ...shape,
    ...narrowing,
  }) as unknown as z.ZodType<PageQuery<S> & FilterValues<F> & Narrowing>
}

/** The schema of a page of such items, by its name in the documentation. */
export const pageSchemaOf = <Item extends z.ZodType, More extends z.ZodRawShape = Record<never, never>>(
  id: string,
  item: Item,
  more: More = {} as More,
) =>
  z
    .object({
      items: z.array(item),
      totalCount: z.int().meta({ description: 'Records on all pages together' }),
      page: z.int(),
      pageSize: z.int(),
      totalPages: z.int(),
      nextCursor: z.string().nullable().meta({ description: 'Sent back as `cursor` it gives the next page; null on the last one' }),
      ...more,
    })
    .meta({ id })

/** The query of a walk over all that a list's filters find, in no pages; with `more` of the address itself. */
export function walkSchemaOf<F extends ListFilters, M extends z.ZodRawShape>(
  filters: F,
  narrowing: z.ZodRawShape,
  more: M,
): z.ZodType<FilterValues<F> & Narrowing & Searching & z.output<z.ZodObject<M>>> {
  const shape = Object.fromEntries(
    Object.entries(filters).map(([name, { query, description }]) => [name, query.optional().meta({ description })]),
  )
  const search = plainText(maxSearchLength).optional().meta({ description: searched })
  return z.strictObject({ ...more, search, ...shape, ...narrowing }) as unknown as z.ZodType<
    FilterValues<F> & Narrowing & Searching & z.output<z.ZodObject<M>>
  >
}

/** The filters of a list as the `filter` of a bulk body. A search for nothing is refused there: it would mean everything, by a slip. */
export function filterSchemaOf<F extends ListFilters>(
  filters: F,
  narrowing: z.ZodRawShape = {},
): z.ZodType<FilterValues<F> & Narrowing & { search?: string | undefined }> {
  const shape = Object.fromEntries(
    Object.entries(filters).map(([name, { body, description }]) => [name, body.optional().meta({ description })]),
  )
  const search = plainText(maxSearchLength).trim().min(1).optional().meta({ description: searched })
  return z.strictObject({ search, ...shape, ...narrowing }) as unknown as z.ZodType<
    FilterValues<F> & Narrowing & { search?: string | undefined }
  >
}

/** Everything from `text` on is to be taken literally; the caller has folded it already where the column is folded. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Sorting or filtering by a field one may not see would tell its value: 403 `field_restricted`. */
export function refuseMasked(masked: readonly string[], used: readonly string[]): void {
  const fields = used.filter((field) => masked.includes(field)).map((field) => ({ field, code: 'field_restricted' as const }))
  if (fields.length > 0) throw new AppError(403, 'field_restricted', { fields })
}

/** Filtering by what one may not see at all would tell it, too: 403 that names the permission. */
export function refuseUnseen({ actor }: Context, filters: readonly Pick<ListFilter<unknown>, 'needs'>[]): void {
  const missing = filters.find(({ needs }) => needs && !actor.permissions.has(needs))?.needs
  if (missing) throw denied({ requiredPermission: missing })
}

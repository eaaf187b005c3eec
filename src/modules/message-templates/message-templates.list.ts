import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { countRows } from '#db/lists/list-count.ts'
import { readPageIds } from '#db/lists/list-pages.ts'
import type { Found, SortKey } from '#db/lists/list-plan.ts'
import { booleanFilter, oneOfFilter, pageSchemaOf, querySchemaOf, textFilter } from '#db/lists/list-query.ts'
import { narrowedTo, Within } from '#db/lists/list-within.ts'
import { type Page, type Place, readPage } from '#db/lists/read-page.ts'
import { searchColumns, searchedId } from '#db/lists/text-search.ts'
import type { Context } from '#db/rows/context.ts'
import { loadListed } from './message-templates.queries.ts'
import { ListedTemplate } from './message-templates.schema.ts'
import { type AskedTemplates, amongRows, systemTemplatesFound } from './system-templates.list.ts'

const filters = {
  category: textFilter('message_templates.category', 'Of this category', 50),
  isActive: booleanFilter('message_templates.is_active', 'Whether it is active'),
  status: {
    ...oneOfFilter('message_templates.is_active', ['active', 'inactive'], 'The same in words'),
    where: (value: 'active' | 'inactive') => sql<SqlBool>`message_templates.is_active = ${value === 'active'}`,
  },
}

/** Texts are ordered by their bytes, as this process orders those that are in the code. */
const sorts = {
  createdAt: { by: sql`message_templates.created_at`, type: 'timestamptz', isIndexed: true },
  updatedAt: { by: sql`message_templates.updated_at`, type: 'timestamptz' },
  name: { by: sql`message_templates.name_key collate "C"`, type: 'text' },
  category: { by: sql`message_templates.category collate "C"`, type: 'text' },
} as const satisfies Readonly<Record<string, SortKey>>

export type TemplateSort = keyof typeof sorts

export const TemplateQuery = querySchemaOf(filters, Object.keys(sorts) as [TemplateSort, ...TemplateSort[]], { within: Within })
export const TemplatePage = pageSchemaOf('MessageTemplatePage', ListedTemplate, {
  isTotalCapped: z.literal(true).optional().meta({ description: 'Counting ended at `totalCount`; there may be more' }),
})

/**
 * A page of the templates of the caller's scope, and of those that come with the service. Throws 400 for a bad cursor.
 */
export async function listTemplates(ctx: Context, query: z.output<typeof TemplateQuery>): Promise<Page<z.input<typeof ListedTemplate>>> {
  const { sortBy, sortDirection: direction, category, isActive, status, within } = query
  const search = query.search?.trim() || undefined
  const binding = JSON.stringify(
    ['message templates', sortBy, direction, search, category, isActive, status, within].map((one) => one ?? null),
  )
  const asked = { category, isActive, status, search }
  const where = conditionsOf(ctx, asked)
  async function readAt(place: Place) {
    const scope = await narrowedTo(ctx, within, 'within')
    if (scope === null) return null
    // they belong to no tenant, and so to no part of the scope
    const system = within === undefined ? systemTemplatesFound(asked, sortBy) : []
    const request = {
      table: 'messageTemplates',
      sort: sorts[sortBy],
      direction,
      where,
      isNarrow: false,
      isBounded: true,
      after: place.after,
    } as const
    const total = await countRows(scope, request)
    const rows = await amongRows(system, { sort: sorts[sortBy], direction, place, count: total.count }, (offset, limit) =>
      readPageIds(scope, { ...request, offset, limit }),
    )
    return { rows, total: { ...total, count: total.count + system.length } }
  }
  return await readPage(ctx, query, binding, readAt, (shown) => loadInOrder(ctx, shown))
}

function conditionsOf(ctx: Context, { search, ...given }: AskedTemplates): RawBuilder<SqlBool>[] {
  const id = search === undefined ? null : searchedId(search)
  const found =
    search === undefined || id !== null
      ? null
      : searchColumns(search, ['message_templates.name', 'message_templates.code', 'message_templates.subject'])
  return [
    ...Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [filters[name as keyof typeof filters].where(value as never, ctx)],
    ),
    ...(id === null ? [] : [sql<SqlBool>`message_templates.id = ${id}`]),
    ...(found === null ? [] : [found]),
  ]
}

async function loadInOrder(ctx: Context, found: readonly Found[]): Promise<z.input<typeof ListedTemplate>[]> {
  const ids = found.map(({ id }) => id)
  const loaded = new Map((await loadListed(ctx, ids)).map((one) => [one.id, one]))
  return ids.flatMap((id) => loaded.get(id) ?? [])
}

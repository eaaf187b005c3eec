import { type SqlBool, sql } from 'kysely'
import { searchWords } from '#core/text/search-text.ts'
import { defineList } from '#db/lists/list.ts'
import { booleanFilter, likePattern, oneOfFilter } from '#db/lists/list-query.ts'
import type { Context } from '#db/rows/context.ts'
import { fileTypes } from '#outside/storage/file-kinds.ts'
import { loadFiles } from './files.queries.ts'
import { StoredFile } from './files.schema.ts'

const types = [...new Set(Object.values(fileTypes))] as [string, ...string[]]

/** That their names hold every word. */
function search(_ctx: Context, text: string) {
  const words = searchWords(text).map((word) => sql<SqlBool>`files.file_name ilike ${likePattern(word)}`)
  return words.length === 0 ? null : sql<SqlBool>`(${sql.join(words, sql` and `)})`
}

export const fileList = defineList({
  name: 'files',
  table: 'files',
  view: 'files.view',
  item: StoredFile,
  page: 'FilePage',
  load: loadFiles,
  sort: { createdAt: { by: sql`files.id`, type: 'uuid', isIndexed: true } },
  filter: {
    contentType: oneOfFilter('files.content_type', types, 'Of this type'),
    isPublic: booleanFilter('files.is_public', 'Whether anybody who knows its `url` may read it'),
  },
  search,
})

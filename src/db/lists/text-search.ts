import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { arabicSpellings, searchWords, spelledInArabic } from '#core/text/search-text.ts'
import { isUuid } from '#core/uuid.ts'
import { likePattern } from './list-query.ts'

/**
 * That the columns hold every word of the text between them, in any order and any case, in Arabic without regard to hamza, ta marbuta,
 * alef maqsura and vowel signs. For tables that are small enough to be read: there is no index. Null for an empty text, which finds
 * everything.
 *
 * @param columns names of text columns, from the code only
 */
export function searchColumns(text: string, columns: readonly string[]): RawBuilder<SqlBool> | null {
  const words = searchWords(text)
  if (words.length === 0) return null
  // respelling a column costs ten times as much as reading it
  const holds = /\p{Script=Arabic}/u.test(text) ? holdsSpelled : holdsPlain
  const inColumns = words.map((word) => anyOf(columns.map((column) => holds(sql.ref(column), word))))
  return sql<SqlBool>`(${sql.join(inColumns, sql` and `)})`
}

const anyOf = (conditions: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

const holdsPlain = (column: RawBuilder<unknown>, word: string) => sql<SqlBool>`${column} ilike ${likePattern(word)}`

const holdsSpelled = (column: RawBuilder<unknown>, word: string) =>
  sql<SqlBool>`translate(lower(${column}), ${arabicSpellings.from}, ${arabicSpellings.to}) like ${likePattern(spelledInArabic(word))}`

/** The id that a search spells out whole, in lower case; null for any other text. */
export const searchedId = (text: string): string | null => (isUuid(text.trim()) ? text.trim().toLowerCase() : null)

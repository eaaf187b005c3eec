import { createHash } from 'node:crypto'

/** Each is prepared once on every connection and kept there, so their number has a bound. */
const limit = 300
const names = new Map<string, string>()

/**
 * Has a hot, fixed statement prepared by name on PostgreSQL, which spares parsing and planning at every run.
 * Takes its SQL text or a Kysely query, whose text must not depend on its values: lists as `= any($1)`, never `in ($1, $2, …)`.
 * Unknown texts simply run unnamed, so a forgotten call costs time and nothing else.
 * @throws Error when there are more than 300: names built from values would fill the server's memory.
 */
export function registerHotStatement(statement: string | { compile(): { readonly sql: string } }): void {
  const sql = typeof statement === 'string' ? statement : statement.compile().sql
  if (names.has(sql)) return
  if (names.size >= limit) throw new Error(`more than ${limit} hot statements`)
  names.set(sql, `hot_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`)
}

/** The name a statement is prepared under, or undefined for one that is not hot. */
export const hotStatementName = (sql: string) => names.get(sql)

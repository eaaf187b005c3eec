import type { Kysely, QueryResult, RawBuilder } from 'kysely'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Runs a statement that comes again and again, prepared by name on PostgreSQL: parsing and planning it would cost more than its work.
 * Its text must not depend on its values, and its plan must stay good while tables grow: a plan that was made while a queue was empty, and
 * reads it whole, would be kept until the next `analyze`. So it is for rows by their key and for insertions, not for what looks for work.
 * @throws Error like `registerHotStatement`, when texts are built from values
 */
export function runHot<R>(db: Kysely<Tables>, query: RawBuilder<R>): Promise<QueryResult<R>> {
  const compiled = query.compile(db)
  registerHotStatement(compiled.sql)
  return db.executeQuery(compiled)
}

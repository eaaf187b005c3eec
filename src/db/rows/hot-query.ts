import { type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Runs a statement that comes again and again, prepared by name on PostgreSQL: parsing and planning it would cost more than its work.
 * Its text must not depend on its values, and its plan must stay good while tables grow: a plan that was made while a queue was empty, and
 * reads it whole, would be kept until the next `analyze`. So it is for rows by their key and for insertions, not for what looks for work.
 * @throws Error like `registerHotStatement`, when texts are built from values
 */
export const runHot = <R>(db: Kysely<Tables>, query: HotStatement<R>): Promise<QueryResult<R>> => db.executeQuery(compiled(db, query))

/** A statement for `runHot`. */
export type HotStatement<R> = { compile(db: Kysely<Tables>): CompiledQuery<R> } | CompiledQuery<R>

/** @throws Error like `registerHotStatement` */
export function compiled<R>(db: Kysely<Tables>, query: HotStatement<R>): CompiledQuery<R> {
  const made = 'compile' in query ? query.compile(db) : query
  registerHotStatement(made.sql)
  return made
}

/**
 * Ids as an array that the planner does not look into. Of a parameter it counts them, and a plan for the one id that it mostly finds looks
 * cheaper than the one for any number: PostgreSQL then keeps no plan, and makes one at each run.
 */
export const uncountedIds = (ids: readonly string[]): RawBuilder<string[]> => sql`array(select unnest(${ids}::uuid[]))`

import { CompiledQuery, type Insertable, type Kysely } from 'kysely'
import { snakeCase } from '#db/column-names.ts'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Prepares the insertion of any number of rows as one fixed statement with one parameter, for rows that come by the hundred. With a
 * parameter for each value, five hundred accounts are a text of a hundred kilobytes that is built, sent, parsed and planned anew each
 * time, which takes more of our time and memory than the rows do.
 * @param types PostgreSQL's type of each column that is given; the others take their defaults
 * @param tail what stands behind the rows: `on conflict`, `returning`
 * @returns what inserts rows in their order, in a transaction of the caller, and gives what `tail` returns
 */
export function rowInsert<T extends keyof Tables & string, C extends keyof Insertable<Tables[T]> & string>(
  table: T,
  types: Readonly<Record<C, string>>,
  tail = '',
) {
  const columns = Object.entries<string>(types)
  const names = columns.map(([name]) => snakeCase(name)).join(', ')
  const typed = columns.map(([name, type]) => `"${name}" ${type}`).join(', ')
  const statement = `insert into ${snakeCase(table)} (${names}) select * from json_to_recordset($1::json) as r (${typed}) ${tail}`
  registerHotStatement(statement)
  return async <R = never>(db: Pick<Kysely<Tables>, 'executeQuery'>, rows: readonly Pick<Insertable<Tables[T]>, C>[]): Promise<R[]> => {
    if (rows.length === 0) return []
    return (await db.executeQuery<R>(CompiledQuery.raw(statement, [JSON.stringify(rows)]))).rows
  }
}

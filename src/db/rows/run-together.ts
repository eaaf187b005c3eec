import type { CompiledQuery, DatabaseConnection, QueryExecutor, QueryResult, UnknownRow } from 'kysely'
import type { PublicContext } from './context.ts'
import { compiled, type HotStatement } from './hot-query.ts'

/** The rows of each of several statements; of one that is left out (null) there are none. */
type RowsOfEach<S> = { [K in keyof S]: S[K] extends HotStatement<infer R> | null ? R[] : never }

/**
 * Runs statements of a transaction one behind the other, as `runHot` would each of them, without a wait for an answer between: to go there
 * and back costs more than most of them do. Each sees what those before it did, and what others had committed when it began. None may need
 * the answer of another: whoever asks must be ready for what a statement found where one before it found nothing.
 * @throws Error what the first that failed threw, when all are answered; the transaction must not go on then
 */
export async function runTogether<const S extends readonly (HotStatement<unknown> | null)[]>(
  { db, service, inTransaction }: Pick<PublicContext, 'db' | 'service' | 'inTransaction'>,
  statements: S,
): Promise<RowsOfEach<S>> {
  // outside of one, those before and behind what failed would stand
  if (!inTransaction) throw new Error('statements run together in a transaction only')
  const all = statements.map((statement) => statement && compiled(db, statement))
  const executor = db.getExecutor()
  const asked = all.filter((one) => one !== null)
  // the embedded database lies in this process: there is no way there to save
  const runs = service.database.kind === 'embedded' ? inTurn : atOnce
  const results = await executor.provideConnection((connection) => runs(asked, connection))
  const rows = await Promise.all(results.map((result, at) => rowsOf(executor, asked[at]!, result)))
  return all.map((one) => (one === null ? [] : rows.shift())) as RowsOfEach<S>
}

type Runs = (all: readonly CompiledQuery[], connection: DatabaseConnection) => Promise<QueryResult<UnknownRow>[]>

const inTurn: Runs = async (all, connection) => {
  const results: QueryResult<UnknownRow>[] = []
  for (const one of all) results.push(await connection.executeQuery(one))
  return results
}

/** Ends when all are answered: what comes next must find nothing on its way. */
const atOnce: Runs = async (all, connection) => {
  const ends = await Promise.allSettled(all.map((one) => connection.executeQuery<UnknownRow>(one)))
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}

/** With the names that the plugins of this Kysely give to columns, as `executeQuery` does. */
async function rowsOf({ plugins }: QueryExecutor, { queryId }: CompiledQuery, result: QueryResult<UnknownRow>): Promise<UnknownRow[]> {
  let named = result
  for (const plugin of plugins) named = await plugin.transformResult({ queryId, result: named })
  return named.rows
}

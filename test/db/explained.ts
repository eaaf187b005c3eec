/** What PostgreSQL does for a statement: run as it is, and undone. */
import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import type { Tables } from '#db/tables.ts'
import { atEnd } from '../rig/cleanup.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

/** A migrated database of the test's own, of which every statement is kept in `asked`. */
export async function keepingStatements(asked: CompiledQuery[]): Promise<Kysely<Tables>> {
  const { url } = await sharedPostgresDatabase()
  const database = await openDatabase({ url, dataDirectory: null, log: { info() {}, warn() {}, error() {} } })
  await migrate(database)
  await database.close()
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 2 }) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void asked.push(query),
  })
  atEnd(() => db.destroy())
  return db
}

export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

/** @returns every node of its plan, and how many pages of 8 kB it took */
export async function explained(db: Kysely<Tables>, query: CompiledQuery): Promise<{ nodes: PlanNode[]; pages: number }> {
  const [told] = await db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
        ...query,
        sql: `explain (analyze, buffers, format json) ${query.sql}`,
      })
      throw Object.assign(new Error('undone'), { rows })
    })
    .catch((error: { rows?: { 'QUERY PLAN': [{ Plan: PlanNode }] }[] }) => error.rows ?? Promise.reject(error))
  const { Plan } = told!['QUERY PLAN'][0]
  return { nodes: within(Plan), pages: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'] }
}

const within = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(within)]

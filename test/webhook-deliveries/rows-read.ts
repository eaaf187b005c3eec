/** How many rows a statement reads, by its plan. */
import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#db/tables.ts'

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

function rowsRead(plan: Plan, read: Record<string, number | undefined> = {}): Record<string, number | undefined> {
  const table = plan['Relation Name']
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  if (table && rows > 0) read[table] = (read[table] ?? 0) + rows
  for (const part of plan.Plans ?? []) rowsRead(part, read)
  return read
}

/** Does it. @returns how many rows of each table it read */
export async function rowsReadBy(db: Kysely<Tables>, statement: RawBuilder<unknown>): Promise<Record<string, number | undefined>> {
  const { sql: text, parameters } = statement.compile(db)
  const { rows } = await db.executeQuery(CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]))
  return rowsRead((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
}

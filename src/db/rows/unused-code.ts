import { randomBytes } from 'node:crypto'
import { type Expression, sql } from 'kysely'
import type { PublicContext } from './context.ts'

/** A name that is taken this often gets a code that nobody counts: all without Latin letters are one name here. */
const mostNumbers = 1000

/**
 * The code itself where it is free, else with the first number behind it that is, or with something random. `taken` is the query of
 * who has `candidates.code`. Another transaction may take it meanwhile.
 */
export async function freeCode(ctx: PublicContext, wanted: string, taken: Expression<unknown>): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select code from (
      select ${wanted}::text as code, 1 as n union all select ${wanted} || '-' || n, n from generate_series(2, ${sql.lit(mostNumbers)}) n
    ) candidates
    where not exists ${taken} order by n limit 1`.execute(ctx.db)
  return rows[0]?.code ?? `${wanted}-${randomBytes(4).toString('hex')}`
}

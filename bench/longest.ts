/** The longest that a database is held at once: the oldest transaction that wrote something, and the longest statement in one. */
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

export interface Longest {
  readonly transactionMs: number
  /** How the statement begins at which that one was seen last. */
  readonly transactionAt: string
  readonly statementMs: number
  /** How that statement begins. */
  readonly statement: string
}

/** Looks every 10 ms at the transactions that hold something; the call ends it and says what was seen. */
export function longestSeen({ kysely }: Database): () => Promise<Longest> {
  let longest: Longest = { transactionMs: 0, transactionAt: '', statementMs: 0, statement: '' }
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const { rows } = await sql<{ transactionMs: number; statementMs: number; statement: string }>`
        select extract(epoch from clock_timestamp() - xact_start)::float8 * 1000 as transaction_ms,
          case when state = 'active' then extract(epoch from clock_timestamp() - query_start)::float8 * 1000 else 0 end as statement_ms,
          substr(regexp_replace(query, '\\s+', ' ', 'g'), 1, 60) as statement
        from pg_stat_activity
        where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid() and application_name <> 'autovacuum'
          and backend_type = 'client backend'`.execute(kysely)
      for (const { transactionMs, statementMs, statement } of rows)
        longest = {
          ...longest,
          ...(statementMs > longest.statementMs && { statementMs, statement }),
          ...(transactionMs > longest.transactionMs && { transactionMs, transactionAt: statement }),
        }
      await new Promise((done) => setTimeout(done, 10))
    }
  })()
  return async () => {
    isOver = true
    await looking
    return longest
  }
}

/** Who waits for a lock: tests that let callers cross each other begin the second when the first stands still. */
import { sql } from 'kysely'
import type { TestApp } from '../harness.ts'

/** How many connections to the database of `app` wait for a lock. Those of tests beside this one, on the same server, do not count. */
export async function lockWaits(app: TestApp): Promise<number> {
  const waiting = sql<{ n: number }>`
    select count(*)::integer as n from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database() and pid <> pg_backend_pid()`
  return (await waiting.execute(app.open.service.database.kysely)).rows[0]!.n
}

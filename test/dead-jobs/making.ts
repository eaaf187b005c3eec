/** Jobs that died and events that were set aside, as rows. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import { change } from '../auth/people.ts'
import type { TestApp } from '../harness.ts'

/** @returns its id */
export async function addDeadJob(app: TestApp, { kind = `kind.${randomUUID()}`, key = null }: { kind?: string; key?: string | null } = {}) {
  return await change(app, async (ctx) => {
    const id = uuidv7(ctx.now)
    await sql`
      insert into jobs (id, kind, payload, key, run_at, attempts, max_attempts, state, error, created_at)
      values (${id}, ${kind}, '{"secret":"payload of a job"}', ${key}, ${ctx.now}, 5, 5, 'dead', 'it went wrong', ${ctx.now})`.execute(
      ctx.db,
    )
    return id
  })
}

/** Sets an event aside that waits in the outbox, or was told on already. @returns its id */
export async function setAside(app: TestApp, type: string): Promise<string> {
  return await change(app, async (ctx) => {
    const { rows } = await sql<{ id: string }>`select id from events where type = ${type} order by id desc limit 1`.execute(ctx.db)
    const { id } = rows[0]!
    await sql`delete from outbox where event_id = ${id}`.execute(ctx.db)
    await sql`insert into poisoned_events (event_id, error, failed_at) values (${id}, 'it could not be told', ${ctx.now})`.execute(ctx.db)
    return id
  })
}

/** What calls with an `Idempotency-Key` told, so that nobody is told twice. */
import { sql } from 'kysely'
import { before } from '#core/clock.ts'
import { stateConflict } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { type OnceKey, onceKeyMs } from '#http/once/once-key.ts'

/**
 * Takes a key for this transaction. Of callers at once the first has it, and the others wait for its commit.
 * @returns how many the same call told within a day before; null when the key is the caller's
 * @throws AppError 409 `idempotency_key_reused` where another call had it
 */
// unscoped: the caller's own keys
export async function holdKey(ctx: Context, { key, body }: OnceKey): Promise<number | null> {
  const since = before(ctx.now, onceKeyMs)
  const taken = await sql<{ affected: number }>`
    insert into notification_keys (account_id, key_hash, body_hash, affected, created_at)
    values (${ctx.actor.id}, ${key}, ${body}, 0, ${ctx.now})
    on conflict (account_id, key_hash) do update set body_hash = excluded.body_hash, created_at = excluded.created_at
      where notification_keys.created_at <= ${since}
    returning affected`.execute(ctx.db)
  if (taken.rows.length > 0) return null
  const { rows } = await sql<{ affected: number; isSame: boolean }>`
    select affected, body_hash = ${body} as is_same from notification_keys
    where account_id = ${ctx.actor.id} and key_hash = ${key}`.execute(ctx.db)
  if (!rows[0]?.isSame) throw stateConflict('idempotency_key_reused')
  return rows[0].affected
}

/** What the transaction that holds a key has done. */
// unscoped: the caller's own keys
export async function keepAffected(ctx: Context, { key }: OnceKey, affected: number): Promise<void> {
  await sql`
    update notification_keys set affected = ${affected} where account_id = ${ctx.actor.id} and key_hash = ${key}`.execute(ctx.db)
}

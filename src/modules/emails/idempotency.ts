import { sql } from 'kysely'
import { before } from '#core/clock.ts'
import { stateConflict } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { type OnceKey, onceKeyMs } from '#http/once/once-key.ts'

/** What a key stands for. */
export interface Made {
  /** The mail, or the batch. */
  readonly id: string
  /** How many mails the batch was to be; null of one mail. */
  readonly planned: number | null
}

/** The mail or the batch that this call made within a day before; null when it made none. Throws 409 `idempotency_key_reused` for another body. */
// unscoped: the caller's own keys
export async function mailMadeBy(ctx: Context, { key, body }: OnceKey): Promise<Made | null> {
  const { rows } = await sql<{ bodyHash: Buffer; emailId: string; planned: number | null }>`
    select body_hash, email_id, planned from email_keys
    where account_id = ${ctx.actor.id} and key_hash = ${key} and created_at > ${before(ctx.now, onceKeyMs)}`.execute(ctx.db)
  const [kept] = rows
  if (!kept) return null
  if (!body.equals(Buffer.from(kept.bodyHash))) throw stateConflict('idempotency_key_reused')
  return { id: kept.emailId, planned: kept.planned }
}

/**
 * Keeps a key for the mail or the batch that this transaction makes. Of callers at once the first has it, and the others wait for its commit.
 * @returns what the key made already; null when it is the caller's
 */
// unscoped: the caller's own keys
export async function holdKey(ctx: Context, once: OnceKey, { id, planned }: Made): Promise<Made | null> {
  const { rows } = await sql<{ emailId: string }>`
    insert into email_keys (account_id, key_hash, body_hash, email_id, planned, created_at)
    values (${ctx.actor.id}, ${once.key}, ${once.body}, ${id}, ${planned}, ${ctx.now})
    on conflict (account_id, key_hash) do update
      set body_hash = excluded.body_hash, email_id = excluded.email_id, planned = excluded.planned, created_at = excluded.created_at
      where email_keys.created_at <= ${before(ctx.now, onceKeyMs)}
    returning email_id`.execute(ctx.db)
  return rows.length > 0 ? null : await mailMadeBy(ctx, once)
}

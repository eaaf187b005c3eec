import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { before, daysMs } from '#core/clock.ts'
import { stateConflict, validationFailed } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import type { Exchange } from '#http/route.ts'

/** One call that may be repeated, as hashes of its key and its body. */
export interface OnceKey {
  readonly key: Buffer
  readonly body: Buffer
}

/** What a key stands for. */
export interface Made {
  /** The mail, or the batch. */
  readonly id: string
  /** How many mails the batch was to be; null of one mail. */
  readonly planned: number | null
}

const heldMs = daysMs(1)
const digest = (text: string) => createHash('sha256').update(text).digest()

/** What the header `Idempotency-Key` says of a call with this body; null without one. Throws 400 for one that is no key. */
export function onceKeyOf(exchange: Pick<Exchange, 'header'>, body: object): OnceKey | null {
  const given = exchange.header('idempotency-key')
  if (given === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(given)) throw validationFailed([{ field: 'idempotency-key', code: 'format' }])
  return { key: digest(given), body: digest(JSON.stringify(inOrder(body))) }
}

/** The same for the same values, in whatever order they were sent. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1))
  return names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])])
}

/** The mail or the batch that this call made within a day before; null when it made none. Throws 409 `idempotency_key_reused` for another body. */
// unscoped: the caller's own keys
export async function mailMadeBy(ctx: Context, { key, body }: OnceKey): Promise<Made | null> {
  const { rows } = await sql<{ bodyHash: Buffer; emailId: string; planned: number | null }>`
    select body_hash, email_id, planned from email_keys
    where account_id = ${ctx.actor.id} and key_hash = ${key} and created_at > ${before(ctx.now, heldMs)}`.execute(ctx.db)
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
      where email_keys.created_at <= ${before(ctx.now, heldMs)}
    returning email_id`.execute(ctx.db)
  return rows.length > 0 ? null : await mailMadeBy(ctx, once)
}

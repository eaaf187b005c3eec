import { type RawBuilder, sql } from 'kysely'
import { crashPoint } from '#core/crash-points.ts'
import { pause } from '#db/backoff.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { lockedInOrder } from '#db/rows/row-locks.ts'
import { transact } from '#db/rows/transact.ts'
import { emitAll } from '#events/emit.ts'
import { eraseFromExports } from '#modules/audit/export/export-lease.ts'
import { purgedFacts } from '#modules/tenants/late-mark-batches.ts'
import { eraseFromEvents } from './erase-events.ts'
import { deletePicture } from './erase-pictures.ts'

/** How many are erased by one walk over the events. */
const mostAtOnce = 20_000
const accountsInBatch = 200
const rowsInBatch = 2000

interface Person {
  readonly id: string
  readonly kind: 'admin' | 'user'
  readonly tenantId: string | null
  readonly avatarUrl: string | null
  /** Went with a tenant; nobody told of this one yet. */
  readonly isUntold: boolean
}

/**
 * Erases the accounts that are marked: from exports that go on and the events first, then their pictures, their mails, texts and their rows
 * with all that hangs on them. As long as the account is there all of it is done again. @returns whether there may be more
 */
// unscoped: a job over all tenants
export async function erasePeople(ctx: PublicContext, signal: AbortSignal): Promise<boolean> {
  const { rows: people } = await sql<Person>`
    select id, kind, tenant_id, avatar_url, deleted_with is not null as is_untold
    from accounts where purged_at is not null order by id limit ${mostAtOnce}`.execute(ctx.db)
  if (people.length === 0) return false
  const ids = people.map(({ id }) => id)
  await transact(ctx, ({ db }) => eraseFromExports(db, ids))
  await eraseFromEvents(ctx, ids, signal)
  for (let at = 0; at < people.length; at += accountsInBatch) {
    signal.throwIfAborted()
    await eraseRows(ctx, people.slice(at, at + accountsInBatch), signal)
    crashPoint('erasure.after-batch')
  }
  return true
}

// unscoped: a job, by accounts that are marked as erased
async function eraseRows(ctx: PublicContext, people: readonly Person[], signal: AbortSignal): Promise<void> {
  for (const { avatarUrl } of people) await deletePicture(ctx, 'avatar', avatarUrl)
  const ids = people.map(({ id }) => id)
  const theirs = (column: string) => sql`${sql.ref(column)} = any(${ids}::uuid[])`
  await deleteInBatches(ctx, 'emails', theirs('recipient_id'), signal)
  await deleteInBatches(ctx, 'texts', theirs('recipient_id'), signal)
  await deleteInBatches(ctx, 'security_log', theirs('account_id'), signal)
  await deleteInBatches(ctx, 'sessions', theirs('account_id'), signal)
  await deleteInBatches(ctx, 'notifications', theirs('account_id'), signal)
  await transact(ctx, async (ctx) => {
    // the rest hangs on the account and is little: credentials, names, codes, challenges, memberships
    // by id, as whoever writes their security log locks them
    const which = lockedInOrder('accounts', sql`${theirs('id')} and purged_at is not null`, 'update')
    const { rows } = await sql<{ id: string }>`delete from accounts where ${which} returning id`.execute(ctx.db)
    const gone = new Set(rows.map(({ id }) => id))
    const untold = people.filter(({ id, isUntold }) => isUntold && gone.has(id))
    await emitAll(
      ctx,
      'entity.purged',
      untold.map(({ id, kind, tenantId }) => purgedFacts({ type: kind === 'admin' ? 'Admin' : 'User', id, tenantId, name: null })),
    )
  })
}

/** What a fan-out counts, of many tenants in one statement. */
export type CountTable = 'event_counts' | 'failed_address_days' | 'failed_addresses'

const heldPauseMs = 20

/**
 * Deletes rows that may be many, some at a time, until none is left. It never waits for a row that somebody holds while it holds others:
 * whoever writes many of them (the end of mails that were sent) could wait for those. It comes back for it.
 */
// unscoped: a job, by records that are marked as erased
export async function deleteInBatches(
  ctx: PublicContext,
  table: 'emails' | 'texts' | 'security_log' | 'sessions' | 'notifications' | 'user_group_members' | 'webhook_deliveries' | CountTable,
  which: RawBuilder<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const rows = sql.table(table)
  const free = sql`select ctid from ${rows} where ${which} limit ${rowsInBatch} for update skip locked`
  for (;;) {
    signal.throwIfAborted()
    const { numAffectedRows } = await transact(ctx, (ctx) => sql`delete from ${rows} where ctid = any(array(${free}))`.execute(ctx.db))
    if (Number(numAffectedRows ?? 0n) === rowsInBatch) continue
    const { rows: left } = await sql`select from ${rows} where ${which} limit 1`.execute(ctx.db)
    if (left.length === 0) return
    await pause(heldPauseMs, signal)
  }
}

import { CompiledQuery } from 'kysely'
import { after, before, daysMs, minutesMs } from '#core/clock.ts'
import { loginKey } from '#core/text/login-name.ts'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { type HotStatement, runHot } from '#db/rows/hot-query.ts'
import type { LockoutPolicy } from './lockout.ts'

/** No number of names makes more records than this; names that share one share their failures, which no one can tell or choose. */
export const nameBuckets = 2 ** 18
/** A record is forgotten when nothing was counted on it for so long; no policy locks for longer. */
const keptMs = daysMs(1)

/** Whose names they are. */
export interface NamedAccount {
  readonly kind: AccountKind
  readonly username: string | null
  readonly email: string
}

// A lock is judged by the rule of whoever asks, so that no tenant's own rule holds at the doors of others. What is over begins again at one.
const isLocked = 'n.failures >= $4 and n.counted_at > $5'
const isOver = '(n.failures = 0 or n.failures >= $4 or n.counted_at <= $6)'
const count = `insert into name_failures as n (bucket, failures, counted_at, client, was_locked)
  select bucket, 1, $2, $3, false from unnest($1::integer[]) as given (bucket) order by bucket
  on conflict (bucket) do update set
    was_locked = ${isLocked},
    failures = case when ${isLocked} then n.failures when ${isOver} then 1 else n.failures + 1 end,
    counted_at = case when ${isLocked} then n.counted_at else greatest(n.counted_at, excluded.counted_at) end,
    client = case when ${isLocked} then n.client when ${isOver} or n.client = excluded.client then excluded.client end
  returning was_locked, counted_at`
const clear = `with known as (
    select bucket from name_failures where bucket = any($1::integer[]) and failures > 0 and ($2::bytea is null or client = $2)
    order by bucket for update
  )
  update name_failures set failures = 0 where bucket in (select bucket from known) and ($2::bytea is null or client = $2)`
for (const statement of [count, clear]) registerHotStatement(statement)

/**
 * Counts a failure of a name as it was given, whoever has it and at whatever door: one record for all of them, which alone decides
 * between 401 and 423. To be called after the failures of accounts are counted: records of names are locked after accounts, everywhere.
 *
 * @param key `loginKey` of the name
 * @param policy the rule of the door that was tried
 * @returns the end of the lock that held, under which nothing was counted; else null
 */
export async function failName(ctx: PublicContext, kind: AccountKind, key: string, policy: LockoutPolicy): Promise<Date | null> {
  const [row] = await countAll(ctx, [bucketOf(ctx, kind, key)], policy)
  return row?.wasLocked ? after(row.countedAt, minutesMs(policy.minutes)) : null
}

/** Counts a failure on all names of an account: of somebody who has shown whose they are. */
export async function failNamesOf(ctx: PublicContext, account: NamedAccount, policy: LockoutPolicy): Promise<void> {
  await countAll(ctx, bucketsOf(ctx, account), policy)
}

/**
 * Forgets the failures of an account's names. After what its owner did, those alone that all came from the same client address: what others
 * see of a name must not change because its owner came. Everything, where an administrator lifts a lock.
 */
export async function clearNamesOf(ctx: PublicContext, account: NamedAccount, which: 'own' | 'all'): Promise<void> {
  await runHot(ctx.db, clearanceOf(ctx, account, which))
}

/** The statement of `clearNamesOf`. */
export const clearanceOf = (ctx: PublicContext, account: NamedAccount, which: 'own' | 'all'): HotStatement<unknown> =>
  CompiledQuery.raw(clear, [bucketsOf(ctx, account), which === 'own' ? clientOf(ctx) : null])

async function countAll(ctx: PublicContext, buckets: readonly number[], { threshold, minutes }: LockoutPolicy) {
  const { now } = ctx
  const values = [buckets, now, clientOf(ctx), threshold, before(now, minutesMs(minutes)), before(now, keptMs)]
  const { rows } = await ctx.db.executeQuery<{ wasLocked: boolean; countedAt: Date }>(CompiledQuery.raw(count, values))
  return rows
}

const bucketOf = (ctx: PublicContext, kind: AccountKind, key: string): number =>
  ctx.service.keys.lookupHash('login', kind, key).readUInt32BE(0) % nameBuckets

const bucketsOf = (ctx: PublicContext, { kind, username, email }: NamedAccount): number[] => [
  ...new Set([email, ...(username === null ? [] : [username])].map((name) => bucketOf(ctx, kind, loginKey(name)))),
]

const clientOf = (ctx: PublicContext): Buffer => ctx.service.keys.lookupHash('client', ctx.ip).subarray(0, 8)

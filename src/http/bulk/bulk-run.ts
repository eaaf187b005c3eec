import { sql } from 'kysely'
import { crashPoint } from '#core/crash-points.ts'
import { AppError, type ErrorCode } from '#core/errors.ts'
import type { PermissionName } from '#core/permissions.ts'
import type { Actor, Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { toAppError } from '#http/answer-errors.ts'
import type { Exchange } from '#http/route.ts'
import { readGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { requireCount } from './bulk.ts'
import { tellFinished } from './bulk-finished.ts'
import type { BatchOutcome, BulkTotal } from './bulk-total.ts'

/**
 * What one transaction takes on. Nobody who signs in waits for a lock of it longer than it lasts, which is less than 100 ms; the price of a
 * commit is no longer felt at this size (docs/decisions/0018-bulk-work-in-batches.md).
 */
export const mostInBatch = 500
/** A dry run holds no locks that anybody waits for. */
export const mostInTrial = 2000

/** One kind of work on many records; `B` is what one transaction does of it, `L` what that found under its locks. */
export interface BulkWork<B, L extends { readonly grantor: Grantor }, O extends BatchOutcome> {
  /** Asked for again in every batch: what was done before one of them was taken stays done, and is told. */
  readonly permissions: readonly PermissionName[]
  /** Locks what a batch changes, by `lockGrantor` and nothing before it. */
  readonly lock: (ctx: Context, batch: B) => Promise<L>
  /** Reads what `lock` finds without a lock, for a dry run. */
  readonly read: (ctx: Context, grantor: Grantor, batch: B) => Promise<L>
  /** For the caller as `lock` found them. */
  readonly act: (ctx: Context, locked: L, batch: B, isTrial: boolean) => Promise<O>
  /** The outcome of a batch that is no longer the caller's to do: each record with this code. */
  readonly skip: (batch: B, code: ErrorCode) => O
}

/** Those of these ids that are still to be worked on, looked up under the locks: what matched at the call may not any more. */
export type StillWanted = (ctx: Context, ids: readonly string[]) => Promise<readonly string[]>

/** What is to be done one after the other. A generator is told what came of the batch it gave out before it gives out the next. */
export type Batches<B, O> = Generator<B, void, O> | AsyncGenerator<B, void, O>

export interface BulkRun<O extends BatchOutcome> {
  readonly total: BulkTotal<O>
  readonly exchange: Pick<Exchange, 'isGone'>
  /** Only tells what would be done: reads, and neither locks nor writes anything. */
  readonly isTrial?: boolean
  /** Where one transaction does it all: so many must be affected, or nothing is done. Nothing moves between count and change. */
  readonly expectedCount?: number | undefined
}

/**
 * Runs bulk work of any kind, one batch after the other, each whole or not at all, and the caller judged anew under the locks of each:
 * account, session, tenants, permissions. It ends when a permission is gone (the rest is skipped) and when the caller hangs up: to do
 * so is the only way to stop it.
 * @throws AppError whatever ends it in the middle, with what was done before beside its code: 401 for a caller who was shut out
 */
export async function runBulk<B, L extends { readonly grantor: Grantor }, O extends BatchOutcome>(
  ctx: Context,
  work: BulkWork<B, L, O>,
  batches: Batches<B, O>,
  run: BulkRun<O>,
): Promise<void> {
  let isOver = false
  for (let next = await batches.next(); !next.done; ) {
    if (await isStopped(ctx, run, isOver)) return
    const batch = next.value
    try {
      const outcome: O | null = isOver ? null : await (run.isTrial ? tryBatch : doBatch)(ctx, work, batch, run)
      isOver = outcome === null
      const counted = outcome ?? work.skip(batch, 'permission_denied')
      run.total.add(counted)
      next = await batches.next(counted)
    } catch (error) {
      throw run.isTrial ? error : withDone(error, run.total)
    }
  }
  await finish(ctx, run)
}

/** The end of work that no error ended. @throws AppError with what was done, where even that can't be written */
export async function finish<O extends BatchOutcome>(ctx: Context, run: BulkRun<O>): Promise<void> {
  if (run.isTrial) return
  await tellFinished(ctx, run.total).catch((error) => {
    throw withDone(error, run.total)
  })
}

/** Whether no further batch is to begin; `isOver` when all that are left are skipped. */
export async function isStopped<O extends BatchOutcome>(ctx: Context, run: BulkRun<O>, isOver: boolean): Promise<boolean> {
  // the embedded database has one connection, and answers within the turn of the event loop: nobody else would be heard
  await ctx.service.database.giveWay()
  return run.exchange.isGone() || (isOver && run.total.isFull)
}

/** Null when a permission is gone: then nothing was done. */
export async function doBatch<B, L extends { readonly grantor: Grantor }, O extends BatchOutcome>(
  ctx: Context,
  { permissions, lock, act }: BulkWork<B, L, O>,
  batch: B,
  { expectedCount }: BulkRun<O>,
): Promise<O | null> {
  const own = renewed(ctx)
  const outcome = await transact(own, async (ctx) => {
    const locked = await lock(ctx, batch)
    if (!holdsAll(locked.grantor, permissions)) return null
    const outcome = await act(asJudged(ctx), locked, batch, false)
    requireCount(outcome.affected, expectedCount)
    return outcome
  })
  crashPoint('bulk.after-batch')
  // the answer is masked by what the caller may see last
  if (ctx.standing && own.standing) ctx.standing.caller = own.standing.caller
  return outcome
}

/** The database itself refuses a lock here: whatever the work reads, nobody waits for a dry run. */
async function tryBatch<B, L extends { readonly grantor: Grantor }, O extends BatchOutcome>(
  ctx: Context,
  { permissions, read, act }: BulkWork<B, L, O>,
  batch: B,
): Promise<O | null> {
  return await transact(renewed(ctx), async (ctx) => {
    await sql`set transaction read only`.execute(ctx.db)
    const grantor = await readGrantor(ctx)
    return holdsAll(grantor, permissions) ? await act(ctx, await read(ctx, grantor, batch), batch, true) : null
  })
}

/** What a batch is matched by is judged by what the caller may see when it takes effect: masks and scope as the locks hold them. */
const asJudged = (ctx: Context): Context => (ctx.standing?.caller ? { ...ctx, actor: ctx.standing.caller } : ctx)

/** Each batch has its own time, asks the route again, and knows the caller as its own locks hold them: two may be under way. */
const renewed = (ctx: Context): Context => ({
  ...ctx,
  ...(ctx.standing && { standing: { ...ctx.standing, caller: null } }),
  now: ctx.service.clock.now(),
  admit: ctx.admit && ((caller) => admitButDenied(ctx, caller)),
})

/** A permission is asked for by the batch itself, which skips where a single call refuses; a duty or a mask that came meanwhile ends the work. */
function admitButDenied(ctx: Context, caller: Actor): void {
  try {
    ctx.admit?.(caller)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'permission_denied')) throw error
  }
}

const holdsAll = ({ permissions }: Grantor, needed: readonly PermissionName[]) => needed.every((name) => permissions.has(name))

/** Nothing that was done is unsaid, whatever went wrong afterwards. */
export function withDone<O extends BatchOutcome>(error: unknown, total: BulkTotal<O>): unknown {
  if (!total.hasChanges) return error
  const known = toAppError(error) ?? new AppError(500, 'internal_error', {}, { cause: error })
  const details = { ...known.details, extra: { ...known.details.extra, ...total.told() } }
  return new AppError(known.status, known.code, details, { cause: error })
}

import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { isUuid } from '#core/uuid.ts'
import type { Context } from '#db/context.ts'
import { IdSet } from '#db/id-set.ts'
import { isTenantInScope } from '#db/owned.ts'
import { transact } from '#db/transact.ts'
import { toAppError } from '#http/answer-errors.ts'
import { bulkMessage, mostSkipped, requireCount } from '#http/bulk.ts'
import type { Exchange } from '#http/route.ts'
import type { AdminMove } from '#identity/admin-lifecycle.ts'
import { type Batch, type BatchOutcome, moveBatch, tryBatch } from './admins.bulk.batch.ts'
import type { BulkAdmins, BulkAdminsAnswer, BulkDeleteAll } from './admins.bulk.schema.ts'
import { adminList } from './admins.list.ts'

type Answer = z.input<typeof BulkAdminsAnswer>

/**
 * What one transaction takes on. Nobody who signs in waits for a lock of it longer than it lasts, which is less than 100 ms; the price of a
 * commit is no longer felt at this size (docs/decisions/0018-bulk-work-in-batches.md).
 */
const mostInBatch = 500
/** A dry run holds no locks that anybody waits for. */
const mostInTrial = 2000

/** Moves the admins of these ids, each under the rules of the call about it alone; who may not be moved is skipped. */
export async function moveAdminsOf(
  ctx: Context,
  move: AdminMove,
  { ids }: z.output<typeof BulkAdmins>,
  exchange: Exchange,
): Promise<Answer> {
  const sent = new Map<string, string>()
  const total = new Total()
  for (const id of new Set(ids)) {
    const plain = id.toLowerCase()
    if (!isUuid(id)) total.add({ affected: 0, skipped: [{ id, code: 'not_found' }], isOver: false })
    else if (!sent.has(plain)) sent.set(plain, id)
  }
  await workThrough(batchesOf([...sent.keys()].sort()), { run: (ids) => moveBatch(ctx, { move, ids }), total, exchange })
  return total.answer(ctx, (id) => sent.get(id) ?? id)
}

/**
 * Deletes all admins that match at the moment of the call and still do when their batch locks them. The caller, protected admins, the
 * SuperAdmin and whoever stands above the caller are skipped. With `dryRun` it only tells what it would do.
 * @throws AppError 403 for a filter by a masked field, 409 with the `actualCount` where another was expected, 401 when the caller
 * was shut out meanwhile: with `affected`, what was done by then
 */
export async function deleteMatchingAdmins(ctx: Context, wanted: z.output<typeof BulkDeleteAll>, exchange: Exchange): Promise<Answer> {
  const { filter, expectedCount, dryRun } = wanted
  const excluded = new Set(wanted.excludeIds)
  const found =
    filter.tenantId === undefined || (await isTenantInScope(ctx, filter.tenantId))
      ? await transact(ctx, (ctx) => adminList.matchingSet(ctx, filter))
      : new IdSet([])
  const batches = function* (most: number) {
    for (const ids of found.batches(most)) yield ids.filter((id) => !excluded.has(id))
  }
  const move = 'delete'
  if (dryRun || expectedCount !== undefined) {
    const trial = new Total(true)
    await workThrough(batches(mostInTrial), { run: (ids) => tryBatch(ctx, { move, ids }), total: trial, exchange })
    requireCount(trial.affected, expectedCount)
    if (dryRun) return trial.answer(ctx)
  }
  const total = new Total()
  const stillWanted: Batch['stillWanted'] = (ctx, ids) => adminList.matchingOf(ctx, filter, ids)
  // where one transaction does it all, nothing moves between count and change
  const inBatch = found.size <= mostInBatch ? expectedCount : undefined
  const run: Work['run'] = (ids) => moveBatch(ctx, { move, ids, stillWanted, expectedCount: inBatch })
  await workThrough(batches(mostInBatch), { run, total, exchange })
  return total.answer(ctx)
}

function* batchesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += mostInBatch) yield ids.slice(at, at + mostInBatch)
}

/** What the batches came to so far. */
class Total {
  affected = 0
  readonly #isDryRun: boolean
  readonly #skipped: { id: string; code: string }[] = []

  constructor(isDryRun = false) {
    this.#isDryRun = isDryRun
  }

  /** No more of the skipped are named. */
  get isFull(): boolean {
    return this.#skipped.length >= mostSkipped
  }

  add({ affected, skipped }: BatchOutcome): void {
    this.affected += affected
    this.#skipped.push(...skipped.slice(0, mostSkipped - this.#skipped.length))
  }

  answer(ctx: Context, spelling: (id: string) => string = (id) => id): Answer {
    return {
      affected: this.affected,
      message: bulkMessage(ctx.language, this.affected, this.#isDryRun),
      skipped: this.#skipped.map(({ id, code }) => ({ id: spelling(id), code })),
    }
  }
}

interface Work {
  readonly run: (ids: readonly string[]) => Promise<BatchOutcome>
  readonly total: Total
  readonly exchange: Exchange
}

/**
 * One batch after the other, each whole or not at all. It ends when the caller's permission is gone (the rest is skipped) and when the
 * caller hangs up: to do so is the only way to stop it. What fails in the middle tells how many were done before.
 */
async function workThrough(batches: Iterable<readonly string[]>, { run, total, exchange }: Work): Promise<void> {
  let isOver = false
  for (const ids of batches) {
    // the embedded database answers within the turn of the event loop: without this nobody else would be heard
    await setImmediate()
    if (exchange.isGone() || (isOver && total.isFull)) return
    if (ids.length === 0) continue
    if (isOver) total.add({ affected: 0, skipped: ids.map((id) => ({ id, code: 'permission_denied' })), isOver })
    else {
      try {
        const outcome = await run(ids)
        total.add(outcome)
        isOver = outcome.isOver
      } catch (error) {
        throw withDone(error, total.affected)
      }
    }
  }
}

function withDone(error: unknown, affected: number): unknown {
  const known = toAppError(error)
  if (affected === 0 || !known) return error
  return new AppError(known.status, known.code, { ...known.details, extra: { ...known.details.extra, affected } })
}

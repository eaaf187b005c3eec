import { performance } from 'node:perf_hooks'
import type { Context } from '#db/rows/context.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { type BulkRun, type BulkWork, doBatch, finish, isStopped, runBulk, withDone } from './bulk-run.ts'
import type { BatchOutcome } from './bulk-total.ts'

/** While the database commits one batch, the next is worked on; a third would only wait for the same rows of counts. */
const mostUnderWay = 2
/** One that took longer is followed by one alone: where there is no processor to spare, two gain nothing, and make others wait. */
const slowMs = 150
/**
 * After so many all that are under way are ended before the next begins. Each shares the caller's row, and locks of rows let those who
 * share pass one who waits to change: whoever has no place in line for that change (`lock-line.ts`) would wait until the end of the work.
 */
const mostWithoutPause = 16

/**
 * Runs bulk work like `runBulk`, two batches at a time, each in its own transaction under its own locks: where no batch depends on what
 * came of those before, and `lock` only shares the caller. They are counted in their order. What ends the work ends it after those under
 * way, of which each is whole or not at all, and what they did is told.
 * @throws AppError as `runBulk`, the first of several
 */
export async function runBulkAhead<B, L extends { readonly grantor: Grantor }, O extends BatchOutcome>(
  ctx: Context,
  work: BulkWork<B, L, O>,
  batches: Generator<B, void>,
  run: BulkRun<O>,
): Promise<void> {
  // the embedded database has one connection, and a dry run waits for no commit
  if (run.isTrial || ctx.service.database.kind === 'embedded') return await runBulk(ctx, work, batches, run)
  const underWay: Promise<() => void>[] = []
  let isOver = false
  let failure: { readonly error: unknown } | null = null
  let isSlow = false
  const begin = async (batch: B): Promise<() => void> => {
    const startMs = performance.now()
    try {
      const outcome = isOver ? null : await doBatch(ctx, work, batch, run)
      isSlow = performance.now() - startMs > slowMs
      return () => {
        isOver ||= outcome === null
        run.total.add(outcome ?? work.skip(batch, 'permission_denied'))
      }
    } catch (error) {
      return () => {
        failure ??= { error }
      }
    }
  }
  const endAllBut = async (most: number) => {
    while (underWay.length > most) (await underWay.shift()!)()
  }
  let begun = 0
  for (const batch of batches) {
    await endAllBut(isSlow || ++begun % mostWithoutPause === 0 ? 0 : mostUnderWay - 1)
    if (failure !== null || (await isStopped(ctx, run, isOver))) break
    underWay.push(begin(batch))
  }
  await endAllBut(0)
  if (failure !== null) throw withDone((failure as { readonly error: unknown }).error, run.total)
  await finish(ctx, run)
}

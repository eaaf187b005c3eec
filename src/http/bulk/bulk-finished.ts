import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import type { BatchOutcome, BulkTotal } from './bulk-total.ts'

/**
 * Writes that bulk work came to its end, and what it came to, where it changed anything. Nothing is done by it that the caller would have to
 * be judged for again: it says what was done by then.
 */
export async function tellFinished<O extends BatchOutcome>(ctx: Context, total: BulkTotal<O>): Promise<void> {
  if (total.affected === 0) return
  const { standing: _, admit: __, ...own } = ctx
  await transact({ ...own, now: ctx.service.clock.now() }, (ctx) =>
    emit(ctx, 'job.finished', {
      tenantId: ctx.actor.tenantId,
      data: { operation: ctx.declared?.operation ?? null, affected: total.affected, skipped: total.told().skipped.length },
    }),
  )
}

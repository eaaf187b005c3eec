import type { z } from 'zod'
import type { AccountTransition } from '#accounts/account-lifecycle.ts'
import { isUuid } from '#core/uuid.ts'
import { IdSet } from '#db/lists/id-set.ts'
import type { Context } from '#db/rows/context.ts'
import { isTenantInScope } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { requireCount } from '#http/bulk/bulk.ts'
import { runBulkAhead } from '#http/bulk/bulk-ahead.ts'
import { mostInBatch, mostInTrial } from '#http/bulk/bulk-run.ts'
import { BulkTotal } from '#http/bulk/bulk-total.ts'
import type { Exchange } from '#http/route.ts'
import { adminBulk } from './admins.bulk.batch.ts'
import type { BulkAdmins, BulkAdminsAnswer, BulkDeleteAll } from './admins.bulk.schema.ts'
import { adminList } from './admins.list.ts'

type Answer = z.input<typeof BulkAdminsAnswer>

/** Moves the admins of these ids, each under the rules of the call about it alone; who may not be moved is skipped. */
export async function moveAdminsOf(
  ctx: Context,
  move: AccountTransition,
  { ids }: z.output<typeof BulkAdmins>,
  exchange: Exchange,
): Promise<Answer> {
  const sent = new Map<string, string>()
  const total = new BulkTotal((id) => sent.get(id) ?? id)
  for (const id of new Set(ids)) {
    const plain = id.toLowerCase()
    if (!isUuid(id)) total.add({ affected: 0, skipped: [{ id, code: 'not_found' }] })
    else if (!sent.has(plain)) sent.set(plain, id)
  }
  await runBulkAhead(ctx, adminBulk(move), batchesOf([...sent.keys()].sort()), { total, exchange })
  return answerOf(ctx, total)
}

/**
 * Deletes all admins that match at the moment of the call and still do when their batch locks them. The caller, protected admins, the
 * SuperAdmin and whoever stands above the caller are skipped. With `dryRun` it only tells what it would do.
 * @throws AppError 403 for a filter by a masked field, 409 with the `actualCount` where another was expected, 401 when the caller
 * was shut out meanwhile: with what was done by then
 */
export async function deleteMatchingAdmins(ctx: Context, wanted: z.output<typeof BulkDeleteAll>, exchange: Exchange): Promise<Answer> {
  const { filter, expectedCount, dryRun } = wanted
  const excluded = new Set(wanted.excludeIds)
  const found =
    filter.tenantId === undefined || (await isTenantInScope(ctx, filter.tenantId))
      ? await transact(ctx, (ctx) => adminList.matchingSet(ctx, filter))
      : new IdSet([])
  const batches = function* (most: number): Generator<readonly string[], void> {
    for (const batch of found.batches(most)) {
      const ids = batch.filter((id) => !excluded.has(id))
      if (ids.length > 0) yield ids
    }
  }
  if (dryRun || expectedCount !== undefined) {
    const trial = new BulkTotal()
    await runBulkAhead(ctx, adminBulk('delete'), batches(mostInTrial), { total: trial, exchange, isTrial: true })
    requireCount(trial.affected, expectedCount)
    if (dryRun) return answerOf(ctx, trial, true)
  }
  const total = new BulkTotal()
  const work = adminBulk('delete', (ctx) => adminList.stillMatches(ctx, filter))
  await runBulkAhead(ctx, work, batches(mostInBatch), {
    total,
    exchange,
    expectedCount: found.size <= mostInBatch ? expectedCount : undefined,
  })
  return answerOf(ctx, total)
}

function* batchesOf(ids: readonly string[]): Generator<readonly string[], void> {
  for (let at = 0; at < ids.length; at += mostInBatch) yield ids.slice(at, at + mostInBatch)
}

const answerOf = (ctx: Context, total: BulkTotal, isDryRun = false): Answer => ({
  ...total.told(),
  message: total.message(ctx.language, isDryRun),
})

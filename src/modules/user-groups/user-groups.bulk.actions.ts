import type { z } from 'zod'
import { type AccountTransition, permissionOfMove } from '#accounts/account-lifecycle.ts'
import type { Context } from '#db/rows/context.ts'
import { isTenantInScope } from '#db/rows/owned.ts'
import { requireCount } from '#http/bulk/bulk.ts'
import { mostInBatch, mostInTrial, runBulk } from '#http/bulk/bulk-run.ts'
import type { Exchange } from '#http/route.ts'
import { requirePermission } from '#rights/delegation.ts'
import { groupBulk, skippedGroups } from './user-groups.bulk.batch.ts'
import { planGroups } from './user-groups.bulk.parts.ts'
import type { BulkAnswer, BulkByFilter, BulkByIds } from './user-groups.bulk.schema.ts'
import { GroupTotal } from './user-groups.bulk.total.ts'
import { groupIdIn, opaqueGroupId, requireGroupIds, requireTenantId } from './user-groups.ids.ts'
import { groupList, ownGroups } from './user-groups.list.ts'

type Answer = z.input<typeof BulkAnswer>
type Filter = z.output<typeof BulkByFilter>['filter']

/**
 * Moves the groups of these ids, each under the rules of the call about it alone; who may not be moved is skipped.
 * @throws AppError 403 where `cascadeAdmins` asks for what the caller may not do to any admin, 401 when the caller was shut out
 * meanwhile: with what was done by then
 */
export async function moveGroups(
  ctx: Context,
  move: AccountTransition,
  { ids, cascadeAdmins: cascade }: z.output<typeof BulkByIds>,
  exchange: Exchange,
): Promise<Answer> {
  if (cascade) requirePermission(ctx.actor, permissionOfMove[move])
  const sent = new Map<string, string>()
  const total = new GroupTotal((id) => sent.get(id) ?? id)
  for (const shown of new Set(ids)) {
    const id = groupIdIn(ctx, shown)
    if (id === null) total.add(skippedGroups([shown], 'not_found'))
    else sent.set(id, shown)
  }
  const { batches } = await planGroups(ctx, [...sent.keys()].sort(), { cascade, most: mostInBatch })
  await runBulk(ctx, groupBulk(move, cascade), batches, { total, exchange })
  return answerOf(ctx, total)
}

/**
 * Moves all groups that match at the moment of the call and still do when their batch locks them. With `dryRun` it only tells what it
 * would do.
 * @throws AppError 400 an id that is none, 403 and 401 as `moveGroups`, 409 with the `actualCount` where another was expected
 */
export async function moveMatchingGroups(
  ctx: Context,
  move: AccountTransition,
  wanted: z.output<typeof BulkByFilter>,
  exchange: Exchange,
): Promise<Answer> {
  const { filter, cascadeAdmins: cascade, expectedCount, dryRun } = wanted
  if (cascade) requirePermission(ctx.actor, permissionOfMove[move])
  const excluded = new Set(requireGroupIds(ctx, wanted.excludeIds, 'excludeIds'))
  const ids = (await matching(ctx, filter)).filter((id) => !excluded.has(id))
  const shownId = (id: string) => opaqueGroupId(ctx, id)
  if (dryRun || expectedCount !== undefined) {
    const trial = new GroupTotal(shownId)
    const { batches } = await planGroups(ctx, ids, { cascade, most: mostInTrial })
    await runBulk(ctx, groupBulk(move, cascade), batches, { total: trial, exchange, isTrial: true })
    requireCount(trial.affected, expectedCount)
    if (dryRun) return answerOf(ctx, trial, true)
  }
  const total = new GroupTotal(shownId)
  const { batches, isOne } = await planGroups(ctx, ids, { cascade, most: mostInBatch })
  const work = groupBulk(move, cascade, (ctx, ids) => groupList.matchingOf(ctx, filter, ids))
  await runBulk(ctx, work, batches, { total, exchange, expectedCount: isOne ? expectedCount : undefined })
  return answerOf(ctx, total)
}

async function matching(ctx: Context, filter: Filter): Promise<string[]> {
  if (filter.tenantId === undefined) return await groupList.matching(ctx, filter, ownGroups(ctx, filter))
  const tenantId = requireTenantId(ctx, filter.tenantId, 'filter.tenantId')
  return (await isTenantInScope(ctx, tenantId)) ? await groupList.matching(ctx, filter) : []
}

const answerOf = (ctx: Context, total: GroupTotal, isDryRun = false): Answer => ({
  ...total.told(),
  message: total.message(ctx.language, isDryRun),
})

import type { z } from 'zod'
import type { Context } from '#db/context.ts'
import { isTenantInScope } from '#db/owned.ts'
import { transact } from '#db/transact.ts'
import { bulkMessage, mostSkipped, requireCount } from '#http/bulk.ts'
import { type AdminMove, permissionOfMove } from '#identity/admin-lifecycle.ts'
import { requirePermission } from '#identity/delegation.ts'
import { countMembers } from '#identity/locked-groups.ts'
import { type BatchOutcome, moveBatch } from './user-groups.bulk.batch.ts'
import type { BulkAnswer, BulkByFilter, BulkByIds } from './user-groups.bulk.schema.ts'
import { groupIdIn, opaqueGroupId, requireGroupIds, requireTenantId } from './user-groups.ids.ts'
import { groupList, groupsOf } from './user-groups.list.ts'

type Answer = z.input<typeof BulkAnswer>

/** What one transaction takes on: so many groups, and so many members of theirs, unless a single group has more. */
const mostGroups = 200
const mostMembers = { alone: 20_000, cascading: 2000 }

/**
 * Moves the groups of these ids, each under the rules of the call about it alone; who may not be moved is skipped.
 * @throws AppError 403 where `cascadeAdmins` asks for what the caller may not do to any admin
 */
export async function moveGroups(ctx: Context, move: AdminMove, { ids, cascadeAdmins }: z.output<typeof BulkByIds>): Promise<Answer> {
  if (cascadeAdmins) requirePermission(ctx.actor, permissionOfMove[move])
  const known = new Map<string, string>()
  const malformed: string[] = []
  for (const sent of new Set(ids)) {
    const id = groupIdIn(ctx, sent)
    if (id === null) malformed.push(sent)
    else known.set(id, sent)
  }
  const outcome = await moveAll(ctx, move, [...known.keys()].sort(), { cascade: cascadeAdmins, dryRun: false })
  const answer = answerOf(ctx, outcome)
  return { ...answer, skipped: [...malformed.map((id) => ({ id, code: 'not_found' })), ...answer.skipped].slice(0, mostSkipped) }
}

/**
 * Moves all groups that match, in transactions of some hundred. With `dryRun` it only tells what it would do.
 * @throws AppError 400 an id that is none, 403 as `moveGroups`, 409 with the `actualCount` where another was expected
 */
export async function moveMatchingGroups(ctx: Context, move: AdminMove, wanted: z.output<typeof BulkByFilter>): Promise<Answer> {
  const { cascadeAdmins: cascade, expectedCount, dryRun } = wanted
  if (cascade) requirePermission(ctx.actor, permissionOfMove[move])
  const excluded = new Set(requireGroupIds(ctx, wanted.excludeIds, 'excludeIds'))
  const ids = (await matching(ctx, wanted.filter)).filter((id) => !excluded.has(id))
  if (dryRun || expectedCount !== undefined) {
    const would = await moveAll(ctx, move, ids, { cascade, dryRun: true })
    requireCount(would.affected, expectedCount)
    if (dryRun) return answerOf(ctx, would, true)
  }
  return answerOf(ctx, await moveAll(ctx, move, ids, { cascade, dryRun: false, expectedCount }))
}

async function matching(ctx: Context, filter: z.output<typeof BulkByFilter>['filter']): Promise<string[]> {
  if (filter.tenantId === undefined) return await groupList.matching(ctx, filter, groupsOf(ctx.actor.tenantId))
  const tenantId = requireTenantId(ctx, filter.tenantId, 'filter.tenantId')
  return (await isTenantInScope(ctx, tenantId)) ? await groupList.matching(ctx, filter) : []
}

interface How {
  readonly cascade: boolean
  readonly dryRun: boolean
  readonly expectedCount?: number | undefined
}

interface Outcome {
  affected: number
  readonly skipped: { id: string; code: string }[]
  readonly affectedAdmins: Set<string>
  readonly skippedAdmins: Map<string, string>
}

async function moveAll(ctx: Context, move: AdminMove, ids: readonly string[], how: How): Promise<Outcome> {
  const total: Outcome = { affected: 0, skipped: [], affectedAdmins: new Set(), skippedAdmins: new Map() }
  const batches = await batchesOf(ctx, ids, how.cascade)
  for (const batch of batches) {
    const outcome = await transact(ctx, async (ctx) => {
      const outcome = await moveBatch(ctx, move, batch, how)
      // all of it is in this one transaction: nothing moves between count and change
      if (batches.length === 1) requireCount(outcome.affected, how.expectedCount)
      return outcome
    })
    add(total, outcome)
  }
  return total
}

function add(total: Outcome, { affected, skipped, affectedAdmins, skippedAdmins }: BatchOutcome): void {
  total.affected += affected
  total.skipped.push(...skipped)
  for (const id of affectedAdmins) total.affectedAdmins.add(id)
  for (const { id, code } of skippedAdmins) total.skippedAdmins.set(id, code)
}

/** In the order of ids, as they are locked. */
async function batchesOf(ctx: Context, ids: readonly string[], cascade: boolean): Promise<string[][]> {
  const sizes = await countMembers(ctx, ids)
  const most = cascade ? mostMembers.cascading : mostMembers.alone
  const batches: string[][] = []
  let members = 0
  for (const id of ids) {
    const size = sizes.get(id) ?? 0
    const batch = batches.at(-1)
    members += size
    if (batch && batch.length < mostGroups && members <= most) batch.push(id)
    else {
      batches.push([id])
      members = size
    }
  }
  return batches
}

function answerOf(ctx: Context, { affected, skipped, affectedAdmins, skippedAdmins }: Outcome, isDryRun = false): Answer {
  return {
    affected,
    message: bulkMessage(ctx.language, affected, isDryRun),
    skipped: skipped.slice(0, mostSkipped).map(({ id, code }) => ({ id: opaqueGroupId(ctx, id), code })),
    affectedAdmins: affectedAdmins.size,
    skippedAdmins: [...skippedAdmins].slice(0, mostSkipped).map(([id, code]) => ({ id, code })),
  }
}

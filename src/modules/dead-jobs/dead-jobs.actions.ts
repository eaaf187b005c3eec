import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { nilUuid } from '#core/uuid.ts'
import { capped } from '#db/lists/list-count.ts'
import { type Page, readPage } from '#db/lists/read-page.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { judgeCaller, transact } from '#db/rows/transact.ts'
import { emitAll } from '#events/emit.ts'
import { sealUntold } from '#events/seals/backfill.ts'
import { jobsChannel } from '#jobs/queue.ts'
import { type Behind, countDead, type DeadRow, giveUp, readDead, type Taken, tryAgain, type Which } from './dead-jobs.queries.ts'
import type { DeadJob, DeadJobQuery } from './dead-jobs.schema.ts'

type Shown = z.input<typeof DeadJob>

const mostCounted = 10_000
/** Of one transaction. */
const mostAtOnce = 500

/** A page of what is dead, the newest first. @throws AppError 400 for a bad cursor */
export async function readDeadJobs(ctx: Context, query: z.output<typeof DeadJobQuery>): Promise<Page<Shown>> {
  const { kind } = query
  return await readPage(
    ctx,
    query,
    JSON.stringify(['dead jobs', kind ?? null]),
    async ({ after, offset, limit }) => {
      const rows = await readDead(ctx.db, { kind, after: after?.id ?? null, offset, limit })
      const n = await countDead(ctx.db, kind, mostCounted)
      return { rows: rows.map((row) => ({ ...row, key: row.id })), total: capped(Math.min(n, mostCounted), n > mostCounted) }
    },
    (rows) => rows.map(({ key, ...row }) => shownOf(ctx, row)),
  )
}

/** As it is shown. */
export const shownOf = ({ now }: Pick<PublicContext, 'now'>, row: DeadRow): Shown => ({
  ...row,
  ageSeconds: Math.max(0, Math.round((now.getTime() - row.createdAt.getTime()) / 1000)),
})

/** Has one, or all of a kind, tried again; an entry of the audit log for each. @returns how many */
export const retryDead = (ctx: PublicContext, which: Which): Promise<number> =>
  inParts(ctx, 'job.retried', (part, behind) => {
    part.wakes.add(jobsChannel)
    return tryAgain(part.db, which, behind, part.now, mostAtOnce)
  })

/** Forgets one, or all of a kind; an entry of the audit log for each. @returns how many */
export const giveUpDead = (ctx: PublicContext, which: Which): Promise<number> =>
  inParts(ctx, 'job.given_up', (part, behind) => giveUp(part.db, which, behind, mostAtOnce))

/** Waits for a retry or a giving up that names one job. @throws AppError 404 where nothing dead has this id */
export async function requireOne(count: Promise<number>): Promise<void> {
  if ((await count) === 0) throw notFound()
}

/** Each part in a transaction of its own, until one finds nothing more. */
async function inParts(
  ctx: PublicContext,
  event: 'job.retried' | 'job.given_up',
  take: (ctx: PublicContext, behind: Behind) => Promise<Taken[]>,
): Promise<number> {
  let behind: Behind = { job: nilUuid, event: nilUuid }
  for (let count = 0; ; ) {
    const taken = await transact(ctx, async (part) => {
      // seals lock the chains of their tenants: whoever seals for these would wait for whatever the caller's account waits for
      await judgeCaller(part)
      const rows = await take(part, behind)
      const facts = rows.map(({ id, type, kind }) => ({ tenantId: null, entityId: id, entityName: kind, data: { type, kind } }))
      await emitAll(part, event, facts)
      if (event === 'job.given_up') await sealUntold(part.db, part.service.keys, idsOf(rows, 'event'))
      return rows
    })
    if (taken.length === 0) return count
    count += taken.length
    behind = { job: lastOf(taken, 'job', behind.job), event: lastOf(taken, 'event', behind.event) }
  }
}

const idsOf = (taken: readonly Taken[], type: Taken['type']) => taken.flatMap((one) => (one.type === type ? [one.id] : []))

const lastOf = (taken: readonly Taken[], type: Taken['type'], last: string): string =>
  taken.reduce((greatest, one) => (one.type === type && one.id > greatest ? one.id : greatest), last)

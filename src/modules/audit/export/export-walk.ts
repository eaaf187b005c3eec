import type { z } from 'zod'
import { after } from '#core/clock.ts'
import { AppError } from '#core/errors.ts'
import { maskedAreas } from '#core/permission-areas.ts'
import { Semaphore } from '#core/turns/semaphore.ts'
import { firstUuidAt } from '#core/uuid.ts'
import { type WalkPlace, walkFrom } from '#db/lists/list-walk.ts'
import type { Actor, Context } from '#db/rows/context.ts'
import { readingMask, viewOf } from '#db/rows/reading-mask.ts'
import { loadInOrder } from '#modules/audit/audit.entries.ts'
import { auditList } from '#modules/audit/audit.list.ts'
import type { AuditEntry } from '#modules/audit/audit.schema.ts'
import type { ExportQuery } from './export.schema.ts'

type Entry = z.output<typeof AuditEntry>

/** No count goes on beyond it. */
const mostCounted = 100_000

/** How many entries an export would have, counted up to a bound. Throws as `exportPages` does; `goOn` throws where nobody waits any more. */
export async function countEntries(ctx: Context, query: ExportQuery, goOn: () => void): Promise<number> {
  let count = 0
  for (let place: WalkPlace | null = walkFrom(endOf(ctx)); place !== null && count < mostCounted; ) {
    goOn()
    const from: WalkPlace = place
    const { ids, next } = await turns.pass(() => auditList.walk(ctx, query, from))
    count += ids.length
    place = next
    await ctx.service.database.giveWay()
  }
  return Math.min(count, mostCounted)
}

/** Behind the millisecond an export began in: what the caller did before is in it. */
const endOf = (ctx: Context): string => firstUuidAt(after(ctx.now, 1))

/** Entries that are loaded, masked and written at a time. */
const pageSize = 250
/** Over all exports of a process, so that many of them take no more of the database than few; whoever reads slowly holds no turn. */
const turns = new Semaphore(2, 1000)

/**
 * The entries of an export in pages, newest first; an empty page says that nothing was found for a while. What was logged after it began is not
 * among them. No connection or transaction is held between two pages: who asks for the next decides when it is read. Each page is
 * of somebody who may still have it.
 * @param caller who the caller is as of now; throws where that is nobody any more
 * @throws AppError 400 for a filter that means nothing, 403 `permission_denied` when less may be seen than when it began
 */
export async function* exportPages(ctx: Context, query: ExportQuery, caller: () => Promise<Actor>): AsyncGenerator<Entry[]> {
  let place: WalkPlace | null = walkFrom(endOf(ctx))
  while (place !== null) {
    const from: WalkPlace = place
    const { ids, next } = await turns.pass(() => auditList.walk(ctx, query, from))
    for (let at = 0; at < ids.length || at === 0; at += pageSize) {
      const part = ids.slice(at, at + pageSize)
      const page = part.length > 0 ? ((await turns.pass(() => loadInOrder(ctx, part))) as Entry[]) : []
      requireAsMuch(ctx.actor, await caller())
      yield page
      await ctx.service.database.giveWay()
    }
    place = next
  }
}

/** What an export shows is what its first page showed: with a new mask, or without a permission that shows records, it ends. */
function requireAsMuch(began: Actor, now: Actor): void {
  if (now === began) return
  const isLess = maskedAreas.some((area) => {
    const before = readingMask(began, viewOf(area))
    return readingMask(now, viewOf(area)).some((field) => !before.includes(field))
  })
  if (isLess || now.tenantId !== began.tenantId)
    throw new AppError(403, 'permission_denied', { extra: { requiredPermission: 'audit.export' } })
}

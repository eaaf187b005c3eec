import { isUuid } from '#core/uuid.ts'
import type { Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { giveUpDead, retryDead, shownOf } from './dead-jobs.actions.ts'
import { readDead, type Which } from './dead-jobs.queries.ts'

const atOnce = 1000

/**
 * Prints what is dead, the newest first: id, kind, age in seconds and error, a line each with tabs between; what it was to do it with is not
 * told.
 */
export async function printDeadJobs(service: Service, print: (line: string) => void): Promise<void> {
  const ctx = systemContext(service)
  for (let after: string | null = null; ; ) {
    const rows = await readDead(ctx.db, { kind: undefined, after, offset: 0, limit: atOnce })
    for (const row of rows) print([row.id, row.kind, shownOf(ctx, row).ageSeconds, oneLine(row.error)].join('\t'))
    if (rows.length < atOnce) return
    after = rows.at(-1)!.id
  }
}

const oneLine = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ')

/** Has one, by its id, or all of a kind tried again or given up. @returns how many */
export async function settleDeadJobs(service: Service, action: 'retry' | 'give-up', idOrKind: string): Promise<number> {
  const which: Which = isUuid(idOrKind) ? { id: idOrKind } : { kind: idOrKind }
  return await (action === 'retry' ? retryDead : giveUpDead)(systemContext(service), which)
}

import { AppError } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { CallerGone, type FileAnswer } from '#http/downloads/file-answer.ts'
import type { Exchange } from '#http/route.ts'
import { csvHead, csvRow } from './csv.ts'
import type { ExportQuery } from './export.schema.ts'
import { ExportLease, renewEveryMs, type Shortfall } from './export-lease.ts'
import { exportPages } from './export-walk.ts'
import { type MadePdf, makePdf } from './pdf-making.ts'

/**
 * Answers the entries that a query finds as a file, as fast as the caller reads it, and says in the log how many were handed out.
 * @throws AppError 400 for a filter that means nothing, 409 while another export of the admin goes on
 */
export async function exportEntries(asked: Context, query: ExportQuery, exchange: Exchange, answer: FileAnswer): Promise<undefined> {
  // on connections of the pool: other requests share that of the reader, and would stand behind its steps
  const ctx = { ...asked, db: asked.service.database.kysely }
  const { format, search, ...filter } = query
  const lease = await ExportLease.take(ctx, { format, filter: filter as Record<string, string | boolean> }, { search })
  const progress: Progress = { entries: 0, stop: null }
  const watch = watched(lease, exchange, progress, answer)
  let reason: Shortfall | undefined
  let isRefused = false
  try {
    await (format === 'pdf' ? writePdf : writeCsv)({ ctx, query, exchange, answer, progress, lease })
  } catch (error) {
    const cause = progress.stop ?? error
    reason = shortfallOf(cause, answer)
    isRefused = cause instanceof AppError && cause.status === 400
    throw cause
  } finally {
    clearInterval(watch)
    if (isRefused) await lease.drop()
    else await lease.end(progress.entries, reason)
  }
}

interface Progress {
  /** That were handed out, those that are on their way included. */
  entries: number
  /** Why it may not go on. */
  stop: unknown
}

/** One export on its way. */
interface Export {
  readonly ctx: Context
  readonly query: ExportQuery
  readonly exchange: Exchange
  readonly answer: FileAnswer
  readonly progress: Progress
  readonly lease: ExportLease
}

/** Throws where an export may not go on, or nobody waits for it any more. */
function requireWanted(answer: FileAnswer, progress: Progress): void {
  if (progress.stop !== null) throw progress.stop
  if (answer.isGone) throw new CallerGone()
}

/** Makes the whole file before a byte of it is answered: what goes wrong is an error like any other, and no page of it goes to somebody who may no longer have it. */
async function writePdf({ ctx, query, exchange, answer, progress, lease }: Export): Promise<void> {
  const goOn = () => requireWanted(answer, progress)
  const made = await makePdf(ctx, query, exchange, goOn)
  // a process that dies over the answer leaves the number behind
  if (!(await lease.renew(made.entries))) throw new AppError(409, 'state_conflict')
  goOn()
  await handOut(answer, { name: nameOf(ctx, 'pdf'), ...made }, progress)
}

/** Answers a PDF. Its pages can be read without its end: whoever has the beginning of it may have had all. @throws CallerGone */
export async function handOut(answer: FileAnswer, { name, bytes, entries }: MadePdf & { name: string }, progress: Progress): Promise<void> {
  progress.entries = entries
  answer.begin({ type: 'application/pdf', name })
  for (const part of bytes) await answer.write(part)
}

const nameOf = ({ now }: Context, format: string): string => `audit-${now.toISOString().slice(0, 10)}.${format}`

async function writeCsv({ ctx, query, exchange, answer, progress }: Export): Promise<void> {
  for await (const page of exportPages(ctx, query, () => exchange.caller())) {
    requireWanted(answer, progress)
    if (!answer.isBegun) {
      answer.begin({ type: 'text/csv; charset=utf-8; header=present', name: nameOf(ctx, 'csv') })
      await answer.write(csvHead)
    }
    progress.entries += page.length
    if (page.length > 0) await answer.write(page.map(csvRow).join(''))
  }
}

/**
 * Keeps the lease while a caller reads slowly, and breaks off what may not go on: rights that are taken end what waits to be read, too. Before
 * the first byte there is nothing to break off: then it is an error like any other.
 */
function watched(lease: ExportLease, exchange: Exchange, progress: Progress, answer: FileAnswer): NodeJS.Timeout {
  const look = async () => {
    const [isHeld] = await Promise.all([lease.renew(progress.entries), exchange.caller()])
    if (!isHeld) throw new AppError(409, 'state_conflict')
  }
  const stop = (error: unknown) => {
    progress.stop ??= error
    if (answer.isBegun) answer.breakOff()
  }
  return setInterval(() => void look().catch(stop), renewEveryMs)
}

function shortfallOf(error: unknown, answer: FileAnswer): Shortfall {
  if (error instanceof AppError && (error.status === 401 || error.status === 403)) return 'refused'
  return error instanceof CallerGone || answer.isGone ? 'cancelled' : 'failed'
}

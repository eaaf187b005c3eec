import { minutesMs } from '#core/clock.ts'
import { AppError } from '#core/errors.ts'
import { HolderTurns } from '#core/turns/holder-turns.ts'
import type { Context } from '#db/rows/context.ts'
import { holderOf } from '#db/rows/holder.ts'
import type { Exchange } from '#http/route.ts'
import { PdfFile } from '#outside/pdf/pdf-thread-handle.ts'
import type { ExportQuery } from './export.schema.ts'
import { countEntries, exportPages } from './export-walk.ts'
import { pdfFacts, pdfRow } from './pdf.ts'

/** Of one file. */
const mostEntries = 10_000
/** What is not made by then has too much text for a PDF: others wait for the turn. A step that is under way is waited for. */
const longestMakingMs = minutesMs(3)
/** One file is made at a time: it takes a core. Tenants come in turn, however many admins of one ask; so many of one wait, and so many tenants. */
const turns = new HolderTurns(1, 16, 16)
/** Rows that the thread sets in one step: even where each is full of text, in a small part of the time after which a step counts as hung. */
const stepRows = 50

/** A whole file. */
export interface MadePdf {
  readonly bytes: readonly Uint8Array[]
  readonly entries: number
}

/**
 * Makes the file of what a query finds, in its turn.
 * @param goOn throws where nobody wants it any more; asked before each step
 * @throws AppError 400 `export_too_large` with the number of entries, 503 where too many wait, and as `madePdf` does
 */
export async function makePdf(ctx: Context, query: ExportQuery, exchange: Exchange, goOn: () => void): Promise<MadePdf> {
  const count = await countEntries(ctx, query, goOn)
  if (count > mostEntries) throw tooLarge(count)
  const make = () => madePdf(ctx, query, exchange, count, inTime(goOn, count, longestMakingMs))
  return await turns.pass(holderOf(ctx), make)
}

const tooLarge = (count: number) => new AppError(400, 'export_too_large', { extra: { count } })

/**
 * `goOn`, which throws `export_too_large` as well once the time is over.
 * @param longestMs from this call on
 */
export function inTime(goOn: () => void, count: number, longestMs: number): () => void {
  const begin = performance.now()
  return () => {
    goOn()
    if (performance.now() - begin > longestMs) throw tooLarge(count)
  }
}

/**
 * The file with all its entries. It asks `goOn` before each step, also of those that find nothing.
 * @param count of its entries, as its first page tells it
 * @throws AppError as `exportPages` and `PdfFile` do, and what `goOn` throws
 */
export async function madePdf(
  ctx: Context,
  query: ExportQuery,
  exchange: Pick<Exchange, 'caller'>,
  count: number,
  goOn: () => void,
): Promise<MadePdf> {
  const { format, ...filter } = query
  const file = new PdfFile(pdfFacts(ctx, filter, count))
  let entries = 0
  try {
    for await (const page of exportPages(ctx, query, () => exchange.caller())) {
      for (let at = 0; at === 0 || at < page.length; at += stepRows) {
        goOn()
        await file.add(page.slice(at, at + stepRows).map((entry) => pdfRow(ctx, entry)))
      }
      entries += page.length
    }
    const bytes = await file.end()
    goOn()
    return { bytes, entries }
  } finally {
    await file.close()
  }
}

import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { secondsMs } from '#core/clock.ts'
import { unavailable } from '#core/errors.ts'
import type { TableFacts, TableRow } from './pdf-table.ts'

const ending = extname(import.meta.url)

/** A thread that has not done with a page of rows by then hangs, however busy the machine. */
const longestStepMs = secondsMs(60)
/** Megabytes; a thread that takes all of it ends by itself, and nobody else with it. */
const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
/** Of bytes: ten thousand rows need a tenth. */
const longestFile = 64 * 1024 * 1024

/**
 * One PDF file, made in a thread of its own that knows nothing of the process: no environment, no database, no secret. Rows are given it
 * page by page, the next when the last is set.
 */
export class PdfFile {
  readonly #worker: Worker
  readonly #bytes: Uint8Array[] = []
  readonly #longestStepMs: number
  #length = 0
  #step: PromiseWithResolvers<void> | null = null
  #isGone: boolean = false

  /** @param module the thread's own, but for tests of what hangs */
  constructor(facts: TableFacts, { module = new URL(`./pdf-thread${ending}`, import.meta.url), stepMs = longestStepMs } = {}) {
    this.#longestStepMs = stepMs
    this.#worker = new Worker(module, {
      execArgv: ending === '.ts' ? ['--conditions=source'] : [],
      env: {},
      workerData: facts,
      resourceLimits: limits,
    })
    this.#worker.on('message', (told: { kind: 'taken' } | { kind: 'bytes'; bytes: Uint8Array }) => this.#hear(told))
    // what was thrown is told by the end of the thread, too
    this.#worker.on('error', () => undefined)
    this.#worker.once('exit', () => {
      this.#isGone = true
      this.#step?.reject(unavailable(1))
    })
  }

  /** Sets rows. @throws AppError 503 when the thread hangs or has ended */
  async add(rows: readonly TableRow[]): Promise<void> {
    await this.#ask(rows)
  }

  /** The whole file. @throws AppError 503 when the thread hangs or has ended */
  async end(): Promise<readonly Uint8Array[]> {
    await this.#ask(null)
    await this.close()
    return this.#bytes
  }

  /** Ends the thread, whatever it is at. */
  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  async #ask(rows: readonly TableRow[] | null): Promise<void> {
    if (this.#isGone) throw unavailable(1)
    const step = Promise.withResolvers<void>()
    this.#step = step
    this.#worker.postMessage(rows)
    const taken = step.promise.then(
      () => true,
      () => false,
    )
    const timer = setTimeout(() => step.reject(unavailable(1)), this.#longestStepMs)
    const isTaken = await taken
    clearTimeout(timer)
    this.#step = null
    if (isTaken) return
    await this.close()
    throw unavailable(1)
  }

  #hear(told: { kind: 'taken' } | { kind: 'bytes'; bytes: Uint8Array }): void {
    if (told.kind === 'taken') return void this.#step?.resolve()
    this.#bytes.push(told.bytes)
    this.#length += told.bytes.length
    if (this.#length > longestFile) void this.#worker.terminate()
  }
}

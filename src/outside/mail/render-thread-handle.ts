import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { secondsMs } from '#core/clock.ts'
import { crashPoint } from '#core/crash-points.ts'
import type { RenderFault, RenderTask } from '#core/template-renderer.ts'

/** Past it a rendering is ended, wherever it is: what liquidjs cannot limit by itself, such as one call that never returns. */
const killMs = 1000
/** A thread that does not begin by then never will. */
const beginMs = secondsMs(20)

const ending = extname(import.meta.url)

/** Megabytes; a rendering needs a few, and one that takes all of it ends its own thread alone. */
const limits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 1 }

/**
 * One thread that renders, one task at a time. It knows nothing of the process: no environment, no database, no secret of anybody. One that
 * is killed, or ends by itself, is replaced at once.
 */
export class RenderThread {
  #worker: Worker | null = null
  #ready: Promise<boolean> = Promise.resolve(false)
  #number = 0
  #isClosed: boolean = false

  /** What it answers; past a second, or when it takes too much memory, `template_limit_exceeded`. One at a time. */
  async ask(task: RenderTask): Promise<{ kind: string } | RenderFault> {
    const worker = this.#begin()
    worker.ref()
    try {
      if (!(await this.#ready)) return { kind: 'busy' }
      return (await this.#answer(worker, task)) ?? { kind: 'template_limit_exceeded', field: null }
    } finally {
      worker.unref()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  /** @returns null when the thread is gone before it answered */
  async #answer(worker: Worker, task: RenderTask): Promise<{ kind: string } | null> {
    const number = ++this.#number
    const { promise, resolve } = Promise.withResolvers<{ kind: string } | null>()
    const answered = (told: { number: number; answer: { kind: string } }) => {
      if (told.number === number) resolve(told.answer)
    }
    const gone = () => resolve(null)
    worker.on('message', answered).once('exit', gone)
    const timer = setTimeout(() => void worker.terminate(), killMs)
    worker.postMessage({ number, task })
    crashPoint('template.in-render')
    const answer = await promise
    clearTimeout(timer)
    worker.off('message', answered).off('exit', gone)
    return answer
  }

  /** The thread, started where there is none: those who never write a template never have one. */
  #begin(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL(`./render-thread${ending}`, import.meta.url), {
      // as the process was started, whatever else it was started with
      execArgv: ending === '.ts' ? ['--conditions=source'] : [],
      env: {},
      resourceLimits: limits,
    })
    this.#worker = worker
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#ready = promise
    const timer = setTimeout(() => void worker.terminate(), beginMs)
    worker.once('message', () => {
      clearTimeout(timer)
      resolve(true)
      // whoever cannot even begin is not begun again and again
      worker.once('exit', () => !this.#isClosed && this.#begin().unref())
    })
    // what was thrown is told by the end of the thread, too
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve(false)
      this.#worker = null
    })
    return worker
  }
}

import type { AnswerTo, RenderTask, TemplateRenderer } from '#core/template-renderer.ts'
import { KeyedSemaphore } from '#core/turns/keyed-semaphore.ts'
import { RenderThread } from './render-thread-handle.ts'

/** Two, of which nobody has more than one: whoever fills a thread with templates that never end leaves the other to everybody else. */
const threads = 2
const perKey = 1
/**
 * More of one key are turned away at once: what they hold in memory has an end. A burst of ordinary calls waits instead, for none stands
 * before another key's.
 */
const mostPerKey = 32

/** A few threads that render what tenants wrote; started with the first task. */
export class RenderThreads implements TemplateRenderer {
  readonly #free = Array.from({ length: threads }, () => new RenderThread())
  readonly #all = [...this.#free]
  readonly #turns = new KeyedSemaphore(threads, perKey)
  readonly #asked = new Map<string, number>()

  async ask<const T extends RenderTask>(key: string, task: T, waitMs: number): Promise<AnswerTo<T>> {
    const before = this.#asked.get(key) ?? 0
    if (before >= mostPerKey) return { kind: 'busy' }
    this.#asked.set(key, before + 1)
    try {
      return await this.#turns.take<AnswerTo<T>>(
        key,
        waitMs,
        () => this.#askOne(task),
        () => late,
      )
    } catch (error) {
      if (error === late) return { kind: 'busy' }
      throw error
    } finally {
      const left = this.#asked.get(key)! - 1
      if (left > 0) this.#asked.set(key, left)
      else this.#asked.delete(key)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((thread) => thread.close()))
  }

  async #askOne<T extends RenderTask>(task: T): Promise<AnswerTo<T>> {
    const thread = this.#free.pop()!
    try {
      return (await thread.ask(task)) as AnswerTo<T>
    } finally {
      this.#free.push(thread)
    }
  }
}

const late = new Error('there was no turn in time')

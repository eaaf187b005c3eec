import type { ErrorCode } from '#core/errors.ts'
import type { Language } from '#core/messages.ts'
import { bulkMessage, mostSkipped } from './bulk.ts'

export interface Skipped {
  readonly id: string
  /** What a call about this one alone would answer. */
  readonly code: ErrorCode
}

/** What one batch came to. */
export interface BatchOutcome {
  readonly affected: number
  readonly skipped: readonly Skipped[]
}

/** What is told of bulk work that is done, or that was ended by an error. */
export interface Told {
  affected: number
  skipped: Skipped[]
}

/** What the batches of one call came to so far. A kind of work that tells more extends it. */
export class BulkTotal<O extends BatchOutcome = BatchOutcome> {
  affected = 0
  readonly #skipped: Skipped[] = []
  readonly #shownId: (id: string) => string

  /** @param shownId how the answer spells an id */
  constructor(shownId: (id: string) => string = (id) => id) {
    this.#shownId = shownId
  }

  add({ affected, skipped }: O): void {
    this.affected += affected
    this.#skipped.push(...skipped.slice(0, mostSkipped - this.#skipped.length))
  }

  /** No more of the skipped are named. */
  get isFull(): boolean {
    return this.#skipped.length >= mostSkipped
  }

  /** Whether anything was changed: then an error that ends the work tells what. */
  get hasChanges(): boolean {
    return this.affected > 0
  }

  told(): Told {
    return { affected: this.affected, skipped: this.#skipped.map(({ id, code }) => ({ id: this.#shownId(id), code })) }
  }

  message(language: Language, isDryRun: boolean): string {
    return bulkMessage(language, this.affected, isDryRun)
  }
}

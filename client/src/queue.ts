/** Values that wait to be read. */
export class Queue<T> implements AsyncIterable<T> {
  #waiting: T[] = []
  #wake: () => void = () => {}
  #end: { readonly error?: unknown } | null = null
  readonly #most: number
  readonly #overflow: () => T

  /** @param overflow what stands for all that waited, where more than `most` did */
  constructor(most: number, overflow: () => T) {
    this.#most = most
    this.#overflow = overflow
  }

  push(value: T): void {
    if (this.#waiting.length >= this.#most) this.#waiting = [this.#overflow()]
    this.#waiting.push(value)
    this.#wake()
  }

  /** Nothing more comes; whoever reads is thrown `error`, after what waited, where there is one. */
  close(end: { readonly error?: unknown } = {}): void {
    this.#end ??= end
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#waiting.shift() as T
      if (this.#end) {
        if ('error' in this.#end) throw this.#end.error
        return
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

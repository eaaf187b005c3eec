/** One number of a measure. `suffix` follows the name: a histogram has several of a kind. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  readonly suffix?: '_bucket' | '_sum' | '_count'
}

/** Something that is counted or measured, as Prometheus takes it. */
export interface Measure {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** What it is now; empty when that can't be known. */
  read(): readonly Sample[] | Promise<readonly Sample[]>
}

/** By the name that each has in `/metrics`. */
export type Measures = Readonly<Record<string, Measure>>

/** Counts by labels whose values are all known beforehand: each is there from the start, and no other ever comes. */
export class Counter<L extends Record<string, string>> implements Measure {
  readonly type = 'counter'
  readonly help: string
  readonly #names: readonly (keyof L & string)[]
  readonly #samples = new Map<string, { labels: Record<string, string>; value: number }>()

  constructor(help: string, values: { readonly [N in keyof L]: readonly L[N][] }) {
    this.help = help
    this.#names = Object.keys(values)
    let all: Record<string, string>[] = [{}]
    for (const name of this.#names) all = all.flatMap((labels) => values[name].map((value) => ({ ...labels, [name]: value })))
    for (const labels of all) this.#samples.set(this.#keyOf(labels as L), { labels, value: 0 })
  }

  /** One more; of labels that were not named it counts nothing. */
  add(labels: L): void {
    const sample = this.#samples.get(this.#keyOf(labels))
    if (sample) sample.value++
  }

  read(): readonly Sample[] {
    return [...this.#samples.values()]
  }

  #keyOf(labels: L): string {
    return this.#names.map((name) => labels[name]).join('\n')
  }
}

/** How long waits were: from a thousandth of a second to five. */
const waitBounds = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** The lengths of waits in seconds, by bounds. */
export class Histogram implements Measure {
  readonly type = 'histogram'
  readonly help: string
  readonly #bounds: readonly number[]
  /** Those up to each bound and above the one before, and at the end those above all. */
  readonly #counts: number[]
  #sum = 0

  constructor(help: string, bounds: readonly number[] = waitBounds) {
    this.help = help
    this.#bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  observe(seconds: number): void {
    let at = 0
    while (at < this.#bounds.length && seconds > this.#bounds[at]!) at++
    this.#counts[at]!++
    this.#sum += seconds
  }

  read(): readonly Sample[] {
    let upTo = 0
    const buckets = this.#counts.map((count, at): Sample => {
      upTo += count
      return { suffix: '_bucket', labels: { le: String(this.#bounds[at] ?? '+Inf') }, value: upTo }
    })
    return [...buckets, { suffix: '_sum', labels: {}, value: this.#sum }, { suffix: '_count', labels: {}, value: upTo }]
  }
}

/** A number that is asked for when it is wanted. */
export const gauge = (help: string, read: () => number): Measure => ({ type: 'gauge', help, read: () => [{ labels: {}, value: read() }] })

/** A number that only grows, asked for when it is wanted. */
export const counter = (help: string, read: () => number): Measure => ({ ...gauge(help, read), type: 'counter' })

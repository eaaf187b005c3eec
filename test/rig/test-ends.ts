/** What goes on in the process of the tests when one of them has ended: the runner tells it, and whoever keeps what tests leave behind hears it. */

export interface TestEnd {
  /** Relative to the project. */
  readonly file: string
  readonly name: string
  readonly isPassed: boolean
}

type Listener = (end: TestEnd) => void

const listeners = new Set<Listener>()
const places = new Set<string>()

/** Hears of every test of this process, at once. */
export const onTestEnd = (listener: Listener): void => void listeners.add(listener)

export function testEnded(end: TestEnd): void {
  for (const listener of listeners) listener(end)
}

/** Where something of a failed test lies now. */
export const leave = (place: string): void => void places.add(place)

/** The places of which nobody was told yet. */
export function takeLeft(): string[] {
  const left = [...places]
  places.clear()
  return left
}

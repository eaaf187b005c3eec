/** Callers that start together, and how often to let them. */

/** How often every race and kill loop is repeated: `TEST_ROUNDS`, 5 unless set. */
export function rounds(): number {
  const wanted = Number(process.env.TEST_ROUNDS ?? 5)
  if (!Number.isInteger(wanted) || wanted < 1) throw new Error(`TEST_ROUNDS must be a whole number above 0, not ${process.env.TEST_ROUNDS}`)
  return wanted
}

/** A scene has so many rounds whatever they take. */
const fewestRounds = 3
/** So long a scene goes on beyond them, so that no new one makes the whole run longer than a machine of two cores can bear. */
const usualSeconds = 5

/**
 * How long a scene goes on: `TEST_SECONDS`, for somebody who looks for what is rare, else what it says itself. Of that a run which has to end in
 * time has `TEST_SHARE`, between 0 and 1.
 */
function secondsOf({ seconds = usualSeconds }: SceneLimits): number {
  if (process.env.TEST_SECONDS !== undefined) return Number(process.env.TEST_SECONDS)
  return seconds * Number(process.env.TEST_SHARE ?? 1)
}

export interface SceneLimits {
  /** No more rounds than this, for a scene whose single round is half a minute of writes. */
  readonly most?: number
  /** No round begins later than this after the first, from the fourth on; 5 unless set. */
  readonly seconds?: number
}

type Round = (number: number) => Promise<void>

/** Runs `round` as often as `rounds()` and the limits say, one after the other; a failure names its round, counted from 1. */
export const everyRound = (round: Round): Promise<void> => everyRoundWithin({}, round)

/** `everyRound` for a scene with limits of its own. */
export async function everyRoundWithin(limits: SceneLimits, round: Round): Promise<void> {
  const { most = Number.POSITIVE_INFINITY } = limits
  const count = Math.min(rounds(), most)
  const endMs = performance.now() + secondsOf(limits) * 1000
  for (let number = 1; number <= count && (number <= fewestRounds || performance.now() < endMs); number++) {
    try {
      await round(number)
    } catch (error) {
      throw new Error(`round ${number} of ${count}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
}

/** @returns a function that resolves for everybody once it was called `size` times: the place where callers wait for each other. */
export function barrier(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  return () => {
    waiting += 1
    if (waiting === size) resolve()
    return promise
  }
}

/**
 * Starts all callers in the same turn of the event loop and waits for every one of them.
 *
 * @returns their results in the order of the callers
 * @throws the first failure in that order, after all have ended: no caller goes on behind the test's back
 */
export async function race<T>(callers: readonly (() => Promise<T>)[]): Promise<T[]> {
  const line = barrier(callers.length)
  const ends = await Promise.allSettled(
    callers.map(async (call) => {
      await line()
      return call()
    }),
  )
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}

/** How many of the values there are of each, by their string form: `{ '200': 1, '409': 7 }`. */
export function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

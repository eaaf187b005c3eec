/**
 * Where random runs begin. The suite takes the same way every time, so that a failure is the change's and not the day's;
 * `PROPERTY_SEED=random` looks for new ones, and a failure prints the `PROPERTY_SEED=… PROPERTY_PATH=…` that repeat it.
 */
import fc from 'fast-check'

const standing = 20_261_121

/** What fast-check takes: the seed, and the path to one run where one is to be repeated. */
export function replay(): { seed: number; path?: string } {
  const { PROPERTY_SEED: seed, PROPERTY_PATH: path } = process.env
  const begin = seed === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(seed ?? standing)
  return { seed: begin, ...(path !== undefined && { path }) }
}

/**
 * Looks at a property in so many runs from where they begin. A failure is told as it is, for every try of a smaller one takes seconds.
 *
 * @throws Error with the variables that repeat the failing run, and what was wrong in it
 */
export async function expectProperty<T>(property: fc.IAsyncProperty<T>, numRuns: number, more: fc.Parameters<T> = {}): Promise<void> {
  const found = await fc.check(property, { numRuns, endOnFailure: true, ...more, ...replay() })
  if (!found.failed) return
  const again = `PROPERTY_SEED=${found.seed} PROPERTY_PATH=${found.counterexamplePath}`
  throw new Error(`${again} does it again:\n${(found.errorInstance as Error | null)?.message}`, { cause: found.errorInstance })
}

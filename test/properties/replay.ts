/**
 * Where random runs begin. The suite takes the same way every time, so that a failure is the change's and not the day's;
 * `PROPERTY_SEED=random` looks for new ones, and a failure prints the `PROPERTY_SEED=… PROPERTY_PATH=…` that repeat it.
 */

const standing = 20_261_121

/** What fast-check takes: the seed, and the path to one run where one is to be repeated. */
export function replay(): { seed: number; path?: string } {
  const { PROPERTY_SEED: seed, PROPERTY_PATH: path } = process.env
  const begin = seed === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(seed ?? standing)
  return { seed: begin, ...(path !== undefined && { path }) }
}

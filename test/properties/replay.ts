/** The run of a property that failed, again: `PROPERTY_SEED=… PROPERTY_PATH=…` as the failure printed them. */

/** What fast-check takes to begin where the environment says; nothing when it says nothing. */
export function replay(): { seed?: number; path?: string } {
  const { PROPERTY_SEED: seed, PROPERTY_PATH: path } = process.env
  return { ...(seed !== undefined && { seed: Number(seed) }), ...(path !== undefined && { path }) }
}

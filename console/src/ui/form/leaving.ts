/** Leaving a page of the console on which something is half typed. */

/** Asks, where something would be lost, and goes on when the answer is to leave. @returns whether it asks */
type Guard = (goOn: () => void) => boolean

const guards = new Set<Guard>()
let isGivenUp = false

/** Has `guard` asked before a page ends by `leaveBy`. @returns what ends that */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** Does what ends this page: what is half typed here asks first. */
export function leaveBy(goOn: () => void): void {
  if (![...guards].some((guard) => guard(goOn))) goOn()
}

/** From now on nothing asks: what stands on the page belongs to somebody who is gone, and no answer may keep it for the next one. */
export function giveUp(): void {
  isGivenUp = true
}

/** Whether what is typed here is still somebody's who may be asked about it. */
export const mayAsk = (): boolean => !isGivenUp

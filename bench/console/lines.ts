/** Lines of the result that judge the median of several tries. */
import { median } from '../statistics.ts'
import type { Result } from '../table.ts'

/** How often each thing is tried; the first, for which the service compiles its code, is not counted. */
export const tries = 7

/** Tries one after the other. @returns what each but the first gave */
export async function tried<T>(once: (n: number) => Promise<T>, times = tries): Promise<T[]> {
  const all: T[] = []
  for (let n = 0; n < times; n++) all.push(await once(n))
  return all.slice(1)
}

/** The median against what it may be at most, and beside it the slowest. */
export const atMost = (what: string, times: readonly number[], limitMs: number): Result => {
  const value = median(times)
  return {
    what,
    bare: `${Math.max(...times).toFixed(0)} at most`,
    value: `${value.toFixed(0)} ms`,
    target: `<= ${limitMs} ms`,
    passes: value <= limitMs,
  }
}

/** Whether the processors have time left for one more test file. */
import { availableParallelism, cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** So much of their time must be left, looked at for so long. */
const leastIdle = 0.2
const lookMs = 3000

/** Looks for some seconds. Never so where this process may use only some of the processors: what is idle may be another's. */
export async function isIdle(): Promise<boolean> {
  const before = processorTime()
  await sleep(lookMs)
  const after = processorTime()
  return availableParallelism() === cpus().length && (after.idle - before.idle) / (after.all - before.all) > leastIdle
}

/** Of all processors since the machine began, in milliseconds. */
function processorTime(): { readonly idle: number; readonly all: number } {
  const times = cpus().map(({ times }) => times)
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
  return { idle: sumOf(times.map(({ idle }) => idle)), all: sumOf(times.flatMap((one) => Object.values(one))) }
}

/** Load on one server after the other in one run, so that whatever the machine does meanwhile touches both alike. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Load, Plan } from './plan.ts'
import { loadCore, onCore } from './processes.ts'

/** Runs one plan in the load generator. Throws when an answer had another status than 200. */
export async function runLoad(plan: Plan): Promise<Load> {
  const [program, ...args] = onCore(loadCore, [process.execPath, '--conditions=source', join(import.meta.dirname, 'load.ts')])
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(plan))
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`the load generator ended with ${code}`)
  return JSON.parse(output) as Load
}

/** As `runLoad`; anything but 200 from `wanted` makes a comparison worthless. */
export async function runGoodLoad(plan: Plan): Promise<Load> {
  const load = await runLoad(plan)
  const others = Object.keys(load.statuses).filter((status) => status !== '200')
  if (others.length > 0 || load.answers === 0) throw new Error(`${plan.url}: not only 200: ${JSON.stringify(load.statuses)}`)
  return load
}

/** Measures both sides in turn, `rounds` times: A B A B … */
export async function alternate<T>(rounds: number, ours: () => Promise<T>, bare: () => Promise<T>): Promise<{ ours: T[]; bare: T[] }> {
  const results: { ours: T[]; bare: T[] } = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    results.bare.push(await bare())
    results.ours.push(await ours())
  }
  return results
}

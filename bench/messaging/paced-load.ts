/**
 * Sends requests at a given pace, in a process of its own. What is late is sent late and counted from when it should have been sent, so that a
 * service that stands still is seen to.
 */
import { Pool } from 'undici'
import { percentile } from '../statistics.ts'
import type { Paced, PacedPlan } from './paced.ts'

type Times = Record<string, { latenciesMs: number[]; statuses: Record<string, number> }>

const count = (statuses: Record<string, number>, status: string): void => {
  statuses[status] = (statuses[status] ?? 0) + 1
}

async function run({ url, seconds, streams }: PacedPlan): Promise<Paced> {
  const times: Times = {}
  const start = performance.now()
  const all = Object.entries(streams).map(async ([name, { perSecond, connections, requests }]) => {
    const kept = { latenciesMs: [] as number[], statuses: {} as Record<string, number> }
    times[name] = kept
    const pool = new Pool(url, { connections, pipelining: 1 })
    const open = new Set<Promise<void>>()
    const send = async (n: number, wantedAt: number) => {
      const { method, path, headers = {}, body } = requests[n % requests.length]!
      const { statusCode, body: answer } = await pool.request({
        method,
        path,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body?.replaceAll('{n}', String(n)) ?? null,
      })
      await answer.text()
      kept.latenciesMs.push(performance.now() - wantedAt)
      count(kept.statuses, String(statusCode))
    }
    const begun = start + Math.random() * (1000 / perSecond)
    for (let n = 0; n < perSecond * seconds; n++) {
      const wantedAt = begun + (n * 1000) / perSecond
      const earlyMs = wantedAt - performance.now()
      if (earlyMs > 0) await new Promise((done) => setTimeout(done, earlyMs))
      const sent = send(n, wantedAt).catch(() => count(kept.statuses, 'failed'))
      open.add(sent)
      void sent.then(() => open.delete(sent))
    }
    await Promise.all(open)
    await pool.close()
  })
  await Promise.all(all)
  return Object.fromEntries(
    Object.entries(times).map(([name, { latenciesMs, statuses }]) => {
      const sorted = latenciesMs.sort((a, b) => a - b)
      const at = (part: number) => percentile(sorted, part)
      const perSecond = (sorted.length * 1000) / (performance.now() - start)
      return [name, { answers: sorted.length, perSecond, statuses, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) }]
    }),
  )
}

process.on('message', (plan: PacedPlan) => void run(plan).then((paced) => process.send!(paced)))
process.send!('ready')

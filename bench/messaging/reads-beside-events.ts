/** `GET /api/v1/Admins/me` while a hundred changes a second happen and are told to subscribers, against the same with nothing else. */
import { isFull, onEachDatabase } from '../options.ts'
import { median } from '../statistics.ts'
import { type Result, ratio } from '../table.ts'
import { startChild } from './children.ts'
import { type PacedPlan, readsOf, runPaced, startPacedLoad } from './paced.ts'
import { startReceiver } from './receivers.ts'
import { makeHooks, makeTenants, openScene, superToken } from './scene.ts'
import { renames } from './writes.ts'

const perSecond = 100
const tenants = 10
const rounds = 5
const most = 1.3

export const measureReadsBesideEvents = (): Promise<Result[]> => onEachDatabase(measure)

/**
 * In turn, five times: idle; events that happen elsewhere and are delivered (where another process can have the database); changes by this
 * very process that nobody is told of; and such that are delivered. Only the second says what it costs to tell, the others are what changes cost.
 */
async function measure(kind: 'embedded' | 'PostgreSQL'): Promise<Result[]> {
  const scene = await openScene(kind)
  const receiver = await startReceiver()
  const load = await startPacedLoad()
  await using service = await scene.start()
  const token = await superToken(service)
  const made = await makeTenants(service, token, tenants * 2)
  const [told, untold] = [made.slice(0, tenants), made.slice(tenants)]
  await makeHooks(service, told, 1, (n) => `/${n}`, receiver.url)
  const reads = readsOf(token, 100)
  const writes = async (of: typeof made) => ({ perSecond, connections: 20, requests: await renames(service, of) })
  const sides: Record<string, PacedPlan['streams']> = {
    idle: { reads },
    untold: { reads, writes: await writes(untold) },
    told: { reads, writes: await writes(told) },
    ...(scene.databaseUrl !== null && { elsewhere: { reads } }),
  }
  const seconds = isFull ? 20 : 6
  const elsewhere = startChild('messaging/events-elsewhere.ts')
  await elsewhere.heard()
  const tenantIds = told.map(({ id }) => id)
  const p95: Record<string, number[]> = { idle: [], untold: [], told: [], elsewhere: [] }
  for (let round = -1; round < rounds; round++) {
    for (const [name, streams] of Object.entries(sides)) {
      const forSeconds = round < 0 ? 3 : seconds
      const happening =
        name === 'elsewhere' ? elsewhere.ask({ databaseUrl: scene.databaseUrl, perSecond, seconds: forSeconds, tenantIds }) : null
      const paced = await runPaced(load, { url: service.url, seconds: forSeconds, streams })
      await happening
      if (round >= 0) p95[name]!.push(paced.reads!.p95Ms)
    }
  }
  await service.kill('SIGTERM')
  await Promise.all([load.stop(), receiver.stop(), elsewhere.stop()])
  const idle = median(p95.idle!)
  const line = (what: string, times: number[]) => {
    const value = median(times)
    return { what, ours: value.toFixed(1), bare: idle.toFixed(1), value: ratio(value / idle) }
  }
  const isElsewhere = p95.elsewhere!.length > 0
  const judged = isElsewhere ? p95.elsewhere! : p95.told!
  return [
    {
      ...line(`p95 of GET Admins/me beside ${perSecond} events a second that are delivered, ${kind}, ms`, judged),
      target: `<= ${most}`,
      passes: median(judged) / idle <= most,
    },
    ...(isElsewhere ? [line('  beside as many changes by the same process that are delivered', p95.told!)] : []),
    line('  beside as many changes by the same process that nobody is told of', p95.untold!),
  ]
}

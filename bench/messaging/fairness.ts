/** One tenant whose twenty endpoints hang and ten tenants with a healthy one each: what the healthy ones lose by it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isFull, onEachDatabase } from '../options.ts'
import { percentile } from '../statistics.ts'
import { type Result, ratio, whole } from '../table.ts'
import { runPaced, startPacedLoad } from './paced.ts'
import { lagOf, perSecond, type Receiver, startReceiver } from './receivers.ts'
import { fillDue, type Hook, makeHooks, makeTenants, openScene, type Scene, superToken } from './scene.ts'
import { renames } from './writes.ts'

const healthyTenants = 10
const hangingEndpoints = 20
const eventsPerSecond = 20
const mostLagMs = 1000

export const measureFairness = (): Promise<Result[]> => onEachDatabase(measure)

async function measure(kind: 'embedded' | 'PostgreSQL'): Promise<Result[]> {
  const scene = await openScene(kind)
  const receiver = await startReceiver()
  const each = isFull || kind === 'PostgreSQL' ? 1000 : 300
  const { healthy, hanging, requests } = await subscribe(scene, receiver)
  const alone = await drain(scene, receiver, healthy, [], each, requests)
  const beside = await drain(scene, receiver, healthy, hanging, each, requests)
  await receiver.stop()
  return [
    {
      what: `a new event to a healthy endpoint beside ${hangingEndpoints} that hang, ${kind}: median, p95, ms`,
      value: `${whole(lagOf(beside.fresh, 0.5))}, ${whole(lagOf(beside.fresh, 0.95))}`,
      target: `<= ${mostLagMs}`,
      passes: lagOf(beside.fresh, 0.95) <= mostLagMs,
    },
    { what: '  without them', value: `${whole(lagOf(alone.fresh, 0.5))}, ${whole(lagOf(alone.fresh, 0.95))}` },
    {
      what: `  between two of ${each} due at one healthy endpoint, p95, ms`,
      value: whole(gapOf(beside.due)),
      target: `<= ${mostLagMs}`,
      passes: gapOf(beside.due) <= mostLagMs,
    },
    {
      what: '  deliveries a second to all healthy ones, with and without those that hang',
      ours: whole(perSecond(beside.due)),
      bare: whole(perSecond(alone.due)),
      value: ratio(perSecond(beside.due) / perSecond(alone.due)),
    },
  ]
}

async function subscribe(scene: Scene, receiver: Receiver) {
  await using service = await scene.start()
  const token = await superToken(service)
  const tenants = await makeTenants(service, token, healthyTenants)
  const [busy] = await makeTenants(service, token, 1)
  const healthy = await makeHooks(service, tenants, 1, (n) => `/healthy-${n}`, receiver.url)
  const hanging = await makeHooks(service, [busy!], hangingEndpoints, (n) => `/hang-${n}`, receiver.url)
  const requests = await renames(service, tenants)
  await service.kill('SIGTERM')
  return { healthy, hanging, requests }
}

/** All that is due is sent; then events happen one by one, while those that hang go on to. */
async function drain(
  scene: Scene,
  receiver: Receiver,
  healthy: readonly Hook[],
  hanging: readonly Hook[],
  each: number,
  requests: Awaited<ReturnType<typeof renames>>,
) {
  await scene.query(async (session) => {
    await session.query('truncate webhook_deliveries cascade')
    await session.query('update webhooks set is_slow = false, consecutive_failures = 0, failing_since = null')
    await fillDue(session, hanging, each, Date.now() - 2000)
    await fillDue(session, healthy, each, Date.now() - 1000)
    await session.query('analyze webhook_deliveries')
  })
  await using service = await scene.start()
  await receiver.waitFor(each * healthy.length)
  const due = (await receiver.take()).all
  const load = await startPacedLoad()
  const seconds = isFull ? 60 : 15
  const streams = { writes: { perSecond: eventsPerSecond, connections: 10, requests } }
  await runPaced(load, { url: service.url, seconds, streams })
  await receiver.waitFor(seconds * eventsPerSecond)
  await load.stop()
  await sleep(100)
  const fresh = (await receiver.take()).all
  await service.kill('SIGTERM')
  return { due, fresh }
}

/** The time between two arrivals at one endpoint, below which 95 of 100 lie; of the endpoint for which it is longest. */
function gapOf(due: Awaited<ReturnType<Receiver['take']>>['all']): number {
  const byPath = Map.groupBy(due, ({ path }) => path)
  const gaps = [...byPath.values()].map((all) => {
    const between = all.slice(1).map(({ atMs }, n) => atMs - all[n]!.atMs)
    return percentile(
      between.sort((a, b) => a - b),
      0.95,
    )
  })
  return Math.max(...gaps)
}

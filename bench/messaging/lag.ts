/** How late deliveries are at a hundred events a second, from the change to the receiver. */
import { isFull, onEachDatabase } from '../options.ts'
import { type Result, whole } from '../table.ts'
import { runPaced, startPacedLoad } from './paced.ts'
import { lagOf, perSecond as rateOf, startReceiver } from './receivers.ts'
import { makeHooks, makeTenants, openScene, type Scene, superToken } from './scene.ts'
import { renames } from './writes.ts'

const perSecond = 100
const tenants = 10
const warmSeconds = 5
const mostMs = 2000

export const measureLag = (): Promise<Result[]> => onEachDatabase(measure)

/** Changes over HTTP in ten tenants with a subscription each; `timestamp` of a body is when its change happened. */
async function measure(kind: 'embedded' | 'PostgreSQL'): Promise<Result[]> {
  const scene = await openScene(kind)
  const receiver = await startReceiver()
  const seconds = isFull ? 60 : 20
  const load = await startPacedLoad()
  await using service = await scene.start()
  const made = await makeTenants(service, await superToken(service), tenants)
  await makeHooks(service, made, 1, (n) => `/${n}`, receiver.url)
  const streams = { writes: { perSecond, connections: 20, requests: await renames(service, made) } }
  await runPaced(load, { url: service.url, seconds: warmSeconds, streams })
  await receiver.waitFor(warmSeconds * perSecond)
  await receiver.take()
  const { writes } = await runPaced(load, { url: service.url, seconds, streams })
  await receiver.waitFor(seconds * perSecond)
  const { all } = await receiver.take()
  await service.kill('SIGTERM')
  const madeMs = await untilMade(scene, seconds * perSecond)
  await Promise.all([load.stop(), receiver.stop()])
  return [
    {
      what: `from change to arrival at ${whole(rateOf(all))} events a second, ${kind}: median, p95, ms`,
      value: `${whole(lagOf(all, 0.5))}, ${whole(lagOf(all, 0.95))}`,
      target: `<= ${mostMs}`,
      passes: lagOf(all, 0.95) <= mostMs,
    },
    { what: '  of it from change to delivery, median, p95, ms', value: madeMs.map(whole).join(', ') },
    { what: '  the changes themselves, median, p95, ms', value: `${whole(writes!.p50Ms)}, ${whole(writes!.p95Ms)}` },
  ]
}

/** From the change to the delivery that the fan-out made of it, of the last so many. */
async function untilMade(scene: Scene, count: number): Promise<number[]> {
  return await scene.query(async (session) => {
    const { rows } = await session.query(
      `select percentile_cont(array[0.5, 0.95]) within group (order by ms) as parts from (
        select extract(epoch from created_at - (body::jsonb ->> 'timestamp')::timestamptz)::float8 * 1000 as ms
        from webhook_deliveries order by created_at desc limit $1) d`,
      [count],
    )
    return rows[0].parts
  })
}

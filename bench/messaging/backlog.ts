/** A hundred thousand due deliveries over a thousand subscriptions: how soon they are gone, in what order, and what they cost on the way. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import { claimDue, findTargets, lockTargets, noId } from '#modules/webhook-deliveries/claims.ts'
import { Places } from '#modules/webhook-deliveries/places.ts'
import { isFull, onEachDatabase } from '../options.ts'
import { onCpuMs, residentMegabytes } from '../processes.ts'
import { median } from '../statistics.ts'
import { type Result, ratio, whole } from '../table.ts'
import { ourSide, type Side } from './deliveries.ts'
import { type Arrival, perSecond, type Receiver, startReceiver } from './receivers.ts'
import { cpuOf, fillDue, type Hook, makeHooks, makeTenants, openScene, type Scene, superToken } from './scene.ts'

const perTenant = 20
/** With room for more, V8 keeps some 100 MB of what nobody holds any more before it looks: what is asked is how much a backlog needs. */
const smallHeap = { NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=8' }
const target = { ratio: 0.8, claim: 2, memoryMb: 64, outOfOrder: 10 }

export const measureBacklog = (): Promise<Result[]> => onEachDatabase(measure)

async function measure(kind: 'embedded' | 'PostgreSQL'): Promise<Result[]> {
  const scene = await openScene(kind)
  const receiver = await startReceiver()
  const subscriptions = isFull ? 1000 : 200
  const hooks = await subscribe(scene, receiver, subscriptions / perTenant)
  const few = hooks.filter((_, n) => n % perTenant < 2).slice(0, 20)
  const each = kind === 'embedded' && !isFull ? 25 : 100
  const side = ourSide(scene)
  const small = await drain(scene, receiver, few, (each * subscriptions) / 20 / (isFull ? 10 : 2), side)
  const large = await drain(scene, receiver, hooks, each, side)
  const inSmallHeap = await drain(scene, receiver, hooks, each, ourSide(scene, smallHeap))
  const speed = large.perSecond / small.perSecond
  const cost = small.cpuMs / large.cpuMs
  const claim = scene.databaseUrl === null ? null : await claimTimes(scene, scene.databaseUrl, hooks)
  await receiver.stop()
  return [
    {
      what: `${whole(each * subscriptions)} due over ${subscriptions} subscriptions, ${kind}, deliveries a second against those of 20`,
      ours: whole(large.perSecond),
      bare: whole(small.perSecond),
      value: ratio(speed),
      target: `>= ${target.ratio}`,
      passes: speed >= target.ratio,
    },
    {
      what: '  processor time of one with the database’s, ms, against those of 20',
      ours: large.cpuMs.toFixed(2),
      bare: small.cpuMs.toFixed(2),
      value: ratio(cost),
    },
    {
      what: '  places by which one comes before an older one of its subscription, at most',
      value: String(large.outOfOrder),
      target: `<= ${target.outOfOrder}`,
      passes: large.outOfOrder <= target.outOfOrder,
    },
    {
      what: '  resident memory at rest and at most in a small heap, MB',
      value: `${whole(inSmallHeap.restMb)}, ${whole(inSmallHeap.peakMb)}`,
      target: `+ ${target.memoryMb}`,
      passes: inSmallHeap.peakMb - inSmallHeap.restMb <= target.memoryMb,
    },
    {
      what: '  the same with the heap that V8 chooses, MB',
      value: `${whole(large.restMb)}, ${whole(large.peakMb)}`,
    },
    ...(claim === null
      ? []
      : [
          {
            what: '  processor time of PostgreSQL for a claim, with all due and with 1,000, ms',
            ours: claim.all.toFixed(2),
            bare: claim.few.toFixed(2),
            value: ratio(claim.all / claim.few),
            target: `<= ${target.claim}`,
            passes: claim.all / claim.few <= target.claim,
          },
        ]),
  ]
}

async function subscribe(scene: Scene, receiver: Receiver, tenants: number): Promise<Hook[]> {
  await using service = await scene.start()
  const made = await makeTenants(service, await superToken(service), tenants)
  const hooks = await makeHooks(service, made, perTenant, (n) => `/${n}`, receiver.url)
  await service.kill('SIGTERM')
  return hooks
}

/** All are due a while after the start, so that memory at rest is seen. */
async function drain(scene: Scene, receiver: Receiver, hooks: readonly Hook[], each: number, side: Side) {
  const leadMs = 30_000
  const warm = Math.ceil(1000 / hooks.length)
  const dueAtMs = Date.now() + leadMs
  await scene.query(async (session) => {
    await session.query('truncate webhook_deliveries cascade')
    await fillDue(session, hooks, warm, Date.now() - 1000)
    await fillDue(session, hooks, each, dueAtMs)
    await session.query('analyze webhook_deliveries')
  })
  const running = await side.start()
  await receiver.waitFor(warm * hooks.length)
  await sleep(Math.max(0, dueAtMs - Date.now() - 500))
  if ((await receiver.take()).all.length > warm * hooks.length) throw new Error('some came before their time: the lead is too short')
  const restMb = residentMegabytes(running.pid)
  let peakMb = restMb
  const cpuBefore = await cpuOf(running.pid, scene.databaseUrl)
  const watching = setInterval(() => {
    peakMb = Math.max(peakMb, residentMegabytes(running.pid))
  }, 100)
  await receiver.waitFor(each * hooks.length)
  clearInterval(watching)
  // the ends of the last ones
  await sleep(300)
  const cpuMs = ((await cpuOf(running.pid, scene.databaseUrl)) - cpuBefore) * 1000
  await running.stop()
  const { all, unique } = await receiver.take()
  if (unique !== all.length || all.length !== each * hooks.length) throw new Error(`${all.length} came, ${unique} different ones`)
  return { perSecond: perSecond(all), cpuMs: cpuMs / all.length, restMb, peakMb, outOfOrder: outOfOrder(all) }
}

/** By how many places, at most, a delivery came before one of its subscription that was due earlier. */
function outOfOrder(all: readonly Arrival[]): number {
  let most = 0
  for (const own of Map.groupBy(all, ({ path }) => path).values())
    for (const [place, { n }] of own.entries()) most = Math.max(most, n - 1 - place)
  return most
}

/** What one claim costs where a thousand are due and where all are: of one backend that does nothing else, nothing kept. */
async function claimTimes(scene: Scene, url: string, hooks: readonly Hook[]): Promise<{ few: number; all: number }> {
  const database = await openDatabase({ url, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  const places = new Places(() => ({ places: 50, placesPerTenant: 10, placesPerWebhook: 5, placesOfSlow: 10, suspectLosses: 2 }))
  const timesWith = async (each: number): Promise<number> => {
    await scene.query(async (session) => {
      await session.query('truncate webhook_deliveries cascade')
      await fillDue(session, hooks, each, Date.now() - 60_000)
      await session.query('analyze webhook_deliveries')
    })
    const times: number[] = []
    for (let n = 0; n < 60; n++) {
      const rolledBack = new Error('rolled back')
      await database
        .transaction(async (tx) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
          const before = onCpuMs(rows[0]!.pid)
          const after = n % 3 === 0 ? noId : hooks[(n * 7919) % hooks.length]!.id
          const targets = places.choose((await findTargets(tx, after, places.passed(), 100, new Date())).found).chosen
          const locked = await lockTargets(
            tx,
            targets.map(({ id }) => id),
          )
          if (locked.length > 0) await claimDue(tx, locked, places.room(), new Date(), new Date(Date.now() + 60_000))
          times.push(onCpuMs(rows[0]!.pid) - before)
          throw rolledBack
        })
        .catch((error) => {
          if (error !== rolledBack) throw error
        })
    }
    return median(times.slice(10))
  }
  try {
    return { few: await timesWith(1000 / hooks.length), all: await timesWith(100) }
  } finally {
    await database.close()
  }
}

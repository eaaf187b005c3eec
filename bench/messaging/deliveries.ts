/** Deliveries a second to a receiver that answers at once, against a loop that only claims, signs, posts and marks. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isFull, onEachDatabase } from '../options.ts'
import { alternate } from '../rounds.ts'
import { median } from '../statistics.ts'
import { type Result, ratio, whole } from '../table.ts'
import { startChild } from './children.ts'
import { perSecond, type Receiver, startReceiver } from './receivers.ts'
import { cpuOf, fillDue, type Hook, makeHooks, makeTenants, openScene, type Scene, superToken } from './scene.ts'

const tenants = 10
const perTenant = 2
const warm = 25
const target = { ratio: 0.35, embedded: 300, PostgreSQL: 1000 }

export const measureDeliveries = (): Promise<Result[]> => onEachDatabase(measure)

async function measure(kind: 'embedded' | 'PostgreSQL'): Promise<Result[]> {
  const scene = await openScene(kind)
  const receiver = await startReceiver()
  const hooks = await subscribe(scene, receiver)
  const each = (isFull ? 20_000 : kind === 'embedded' ? 2000 : 4000) / hooks.length
  const rounds = isFull ? 4 : 2
  const { ours, bare } = await alternate(
    rounds,
    () => drain(scene, receiver, hooks, each, ourSide(scene)),
    () => drain(scene, receiver, hooks, each, bareSide(scene)),
  )
  const middle = (side: readonly Drained[], figure: keyof Drained) => median(side.map((one) => one[figure]))
  const judged = median(ours.map((one, n) => one.perSecond / bare[n]!.perSecond))
  const [mine, theirs] = [middle(ours, 'perSecond'), middle(bare, 'perSecond')]
  await receiver.stop()
  return [
    {
      what: `deliveries a second, ${kind}`,
      ours: whole(mine),
      bare: whole(theirs),
      value: ratio(judged),
      target: `>= ${target.ratio}`,
      passes: judged >= target.ratio,
    },
    { what: '  by the clock', value: whole(mine), target: `>= ${target[kind]}`, passes: mine >= target[kind] },
    {
      what: '  processor time of one with the database’s, ms',
      ours: middle(ours, 'cpuMs').toFixed(2),
      bare: middle(bare, 'cpuMs').toFixed(2),
      value: ratio(middle(bare, 'cpuMs') / middle(ours, 'cpuMs')),
    },
  ]
}

async function subscribe(scene: Scene, receiver: Receiver): Promise<Hook[]> {
  await using service = await scene.start()
  const made = await makeTenants(service, await superToken(service), tenants)
  const hooks = await makeHooks(service, made, perTenant, (n) => `/${n}`, receiver.url)
  await service.kill('SIGTERM')
  return hooks
}

export interface Drained {
  readonly perSecond: number
  readonly cpuMs: number
}

/** Who sends: started on the filled database, and stopped. */
export interface Side {
  readonly needsIndex: boolean
  start(): Promise<{ pid: number; stop(): Promise<unknown> }>
}

export const ourSide = (scene: Scene, env: Record<string, string> = {}): Side => ({
  needsIndex: false,
  async start() {
    const service = await scene.start(env)
    return { pid: service.pid, stop: () => service.kill('SIGTERM').then(() => service[Symbol.asyncDispose]()) }
  },
})

export const bareSide = ({ databaseUrl, dataDirectory }: Scene): Side => ({
  needsIndex: true,
  async start() {
    return startChild('baselines/deliveries.ts', { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDirectory })
  },
})

/** So long a process may take to begin and to warm up; what is measured is due then. */
const leadMs = 30_000

/**
 * Some at once, for the code to be compiled, then as many as are measured, which are due at one moment. From the first arrival to the last;
 * every one must come, once.
 */
export async function drain(scene: Scene, receiver: Receiver, hooks: readonly Hook[], each: number, side: Side): Promise<Drained> {
  const dueAtMs = Date.now() + leadMs
  await scene.query(async (session) => {
    await session.query('truncate webhook_deliveries cascade')
    await session.query('drop index if exists bench_due')
    if (side.needsIndex)
      await session.query(`create index bench_due on webhook_deliveries (next_attempt_at, id) where status in ('Pending', 'Retrying')`)
    await fillDue(session, hooks, warm, Date.now() - 1000)
    await fillDue(session, hooks, each, dueAtMs)
    await session.query('analyze webhook_deliveries')
  })
  const running = await side.start()
  await receiver.waitFor(warm * hooks.length)
  await sleep(Math.max(0, dueAtMs - Date.now() - 500))
  const early = (await receiver.take()).all.length
  if (early !== warm * hooks.length)
    throw new Error(`${early} instead of ${warm * hooks.length} came before their time: the lead is too short`)
  const cpuBefore = await cpuOf(running.pid, scene.databaseUrl)
  await receiver.waitFor(each * hooks.length)
  // the ends of the last ones
  await sleep(300)
  const cpuMs = ((await cpuOf(running.pid, scene.databaseUrl)) - cpuBefore) * 1000
  await running.stop()
  const { all, unique } = await receiver.take()
  if (unique !== all.length || all.length !== each * hooks.length) throw new Error(`${all.length} came, ${unique} different ones`)
  return { perSecond: perSecond(all), cpuMs: cpuMs / all.length }
}

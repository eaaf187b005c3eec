/**
 * A mix of traffic that comes in rounds with a rest between them: resident memory comes to a plateau, and at each rest as much is open as at the
 * rest before. For some seconds, or for as many minutes as `TEST_SOAK_MINUTES` says.
 */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../notifications/sse.ts'
import { eventually } from '../rig/ports.ts'
import { withClient } from '../rig/postgres.ts'
import { startReceiver } from '../rig/receiver.ts'
import { type Service, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { type Insides, probed, residentBytes } from './insides.ts'
import { killEnv } from './kill-loop.ts'
import { Deeds, type Mix, mixOf } from './mix.ts'
import { Traffic } from './traffic.ts'

const minutes = Number(process.env.TEST_SOAK_MINUTES ?? 0)
const isLong = minutes > 0
const roundMs = isLong ? 15_000 : 1000
const rounds = isLong ? Math.max(6, Math.ceil((minutes * 60_000) / roundMs)) : 3
const megabyte = 1e6
/** A pool has some connections more or less, each with its timers. */
const mostMore = 10

const inside = probed()
let databaseUrl: string
let service: Service
let mix: Mix
before(async () => {
  const hooks = await startReceiver()
  databaseUrl = (await sharedPostgresDatabase()).url
  const env = { ...killEnv, ...inside.env, WEBHOOK_ALLOW_PRIVATE: 'on', TRUST_PROXY: '127.0.0.1', SMS_PER_TENANT_DAY: '1000000' }
  service = await startService({ databaseUrl, env })
  mix = await mixOf(service.http, new Deeds(), hooks.url)
})

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

/** Traffic for a while, with streams that come and go. @returns the resident memory at each tenth of a second */
async function round(): Promise<number[]> {
  // each tenant stays in memory, by right
  const { tenant: _, ...calls } = mix.calls
  const lists = ['/api/v1/Admins', '/api/v1/users', '/api/v1/audit', '/api/v1/dashboard/summary']
  let turn = 0
  const read = { read: (http: Service['http']) => http.get(lists[turn++ % lists.length]!, { token: mix.home.token }) }
  const traffic = new Traffic({ ...calls, ...read }, () => [service.url]).start()
  const samples: number[] = []
  for (const end = performance.now() + roundMs; performance.now() < end; ) {
    const streams = await Promise.all([1, 2, 3].map(() => listen(service.url, { token: mix.home.token })))
    await sleep(100)
    for (const stream of streams) stream.cut()
    samples.push(residentBytes(service.pid))
  }
  await traffic.stop()
  return samples
}

/** Waits until nothing is left to do, and looks. */
async function rest(): Promise<Insides> {
  await withClient(databaseUrl, (db) =>
    eventually(
      'all to be done',
      async () => {
        const open = `select (select count(*) from jobs where state <> 'dead') + (select count(*) from outbox)
        + (select count(*) from webhook_deliveries where status in ('Pending', 'Retrying')) as n`
        return Number((await db.query(open)).rows[0].n) === 0
      },
      120_000,
    ),
  )
  // pools and kept connections shrink to what they keep
  await sleep(1000)
  return await inside.look(service)
}

/** Of the middle third, and of the last. */
function laterThirds(all: readonly number[]): [number, number] {
  const third = Math.floor(all.length / 3)
  return [median(all.slice(third, 2 * third)), median(all.slice(2 * third))]
}

it('memory comes to a plateau, and no timer, socket or listener stays behind', async () => {
  const samples: number[] = []
  const rests: Insides[] = []
  for (let n = 0; n < rounds; n++) {
    samples.push(...(await round()))
    rests.push(await rest())
    const { heapBytes, externalBytes, resources } = rests.at(-1)!
    const megabytes = [samples.at(-1)!, heapBytes, externalBytes].map((bytes) => Math.round(bytes / 1e5) / 10)
    if (isLong) console.log(`round ${n}: ${megabytes.join(', ')} MB resident, heap and external; ${JSON.stringify(resources)}`)
  }
  for (const kind of new Set(rests.flatMap(({ resources }) => Object.keys(resources)))) {
    const [middle, last] = laterThirds(rests.map(({ resources }) => resources[kind] ?? 0))
    assert.ok(last <= middle + mostMore, `${kind}: first ${middle} of them, then ${last}`)
  }
  const [listeners, listenersLast] = laterThirds(rests.map((rest) => rest.listeners))
  assert.equal(listenersLast, listeners)
  assert.deepEqual(
    service.logs.filter((line) => /MaxListenersExceeded|TimeoutOverflow/.test(JSON.stringify(line))),
    [],
  )
  const [held, heldLast] = laterThirds(rests.map(({ heapBytes, externalBytes }) => heapBytes + externalBytes))
  assert.ok(heldLast <= held * 1.02 + megabyte, `${held / megabyte} MB were held, then ${heldLast / megabyte}`)
  const [resident, residentLast] = laterThirds(samples)
  assert.ok(residentLast <= resident * 1.1 + 10 * megabyte, `${resident / megabyte} MB were resident, then ${residentLast / megabyte}`)
})

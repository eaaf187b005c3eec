/** A thousand live streams of two hundred accounts over two processes: how soon a notification is there, and what a stream holds in memory. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../test/rig/service.ts'
import { isFull } from '../options.ts'
import { makeTenant } from '../people.ts'
import { password, signIn } from '../servers.ts'
import { percentile } from '../statistics.ts'
import { type Result, whole } from '../table.ts'
import { type Child, startChild } from './children.ts'
import { inspected, memoryOf } from './inspector.ts'
import { make, openScene, superToken } from './scene.ts'

export interface StreamPlan {
  readonly urls: readonly string[]
  readonly tokens: readonly string[]
  readonly perAccount: number
}

const accounts = 200
const perAccount = 5
/** Of one notification, and how many are sent a second. */
const targets = 20
const perSecond = 10
const most = { lagMs: 1000, kilobytes: 40, keptKilobytes: 2 }

export async function measureStreams(): Promise<Result[]> {
  // the embedded database has one process
  const scene = await openScene('PostgreSQL', inspected)
  await using first = await scene.start()
  await using second = await scene.start()
  const services = [first, second]
  const clients = startChild('messaging/stream-clients.ts')
  await clients.heard()
  const people = await makePeople(first)
  const plan: StreamPlan = { urls: services.map(({ url }) => url), tokens: people.map(({ token }) => token), perAccount }
  // once before, for what is held once and for all
  await openAll(clients, plan)
  await send(services, people, 2)
  await closeAll(clients)
  const before = await heldBy(services)
  await openAll(clients, plan)
  await sleep(2000)
  const open = await heldBy(services)
  await clients.ask('take')
  const sent = await send(services, people, isFull ? 60 : 10)
  const { lags, others } = await arrivals(clients, sent * targets * perAccount)
  await closeAll(clients)
  const after = await heldBy(services)
  for (const service of services) await service.kill('SIGTERM')
  await clients.stop()
  const sorted = [...lags].sort((a, b) => a - b)
  const streams = accounts * perAccount
  const kilobytes = ((open.heldMb - before.heldMb) * 1000) / streams
  const kept = ((after.heldMb - before.heldMb) * 1000) / streams
  return [
    {
      what: `from before the commit to arrival at ${whole(streams)} streams on two processes: median, p99, ms`,
      value: `${whole(percentile(sorted, 0.5))}, ${whole(percentile(sorted, 0.99))}`,
      target: `< ${most.lagMs}`,
      passes: percentile(sorted, 0.99) < most.lagMs,
    },
    {
      what: `  of ${whole(sent * targets * perAccount)} notifications came`,
      value: `${whole(lags.length)}${others.resync ? `, ${others.resync} resync` : ''}`,
      target: 'all',
      passes: lags.length === sent * targets * perAccount,
    },
    {
      what: '  memory that a stream holds, kB',
      value: kilobytes.toFixed(1),
      target: `<= ${most.kilobytes}`,
      passes: kilobytes <= most.kilobytes,
    },
    { what: '  of it after its end, kB', value: kept.toFixed(1), target: `<= ${most.keptKilobytes}`, passes: kept <= most.keptKilobytes },
    {
      what: '  resident memory of both before, with them and after, MB',
      value: [before, open, after].map(({ residentMb }) => whole(residentMb)).join(', '),
    },
  ]
}

async function makePeople(service: Service): Promise<{ id: string; token: string }[]> {
  const token = await superToken(service)
  const { id: tenantId, roleId } = await makeTenant(service, token)
  const people: { id: string; token: string }[] = []
  for (let n = 0; n < accounts; n++) {
    const email = `reader-${n}@example.test`
    const { id } = await make(service, '/api/v1/admins', { email, firstName: 'A', lastName: 'B', tenantId, roleId, password }, token)
    people.push({ id, token: (await signIn(service, { identifier: email, password, tenantId })).accessToken })
  }
  return people
}

async function openAll(clients: Child, plan: StreamPlan): Promise<void> {
  const count = await clients.ask<number>({ open: plan })
  if (count !== accounts * perAccount) throw new Error(`${count} streams are open`)
}

async function closeAll(clients: Child): Promise<void> {
  await clients.ask('close')
  // until both processes have forgotten them, in memory and in the database
  await sleep(5000)
}

/** Each to the next twenty accounts, from both processes in turn. @returns how many were sent */
async function send(services: readonly Service[], people: readonly { id: string }[], seconds: number): Promise<number> {
  const tokens = await Promise.all(services.map(superToken))
  const count = seconds * perSecond
  const begin = performance.now()
  const open: Promise<unknown>[] = []
  for (let n = 0; n < count; n++) {
    await sleep(Math.max(0, begin + (n * 1000) / perSecond - performance.now()))
    const to = Array.from({ length: targets }, (_, at) => ({ type: 'admin', id: people[(n * targets + at) % people.length]!.id }))
    const notification = { targets: to, title: `News ${n}`, body: 'Something has happened.' }
    open.push(make(services[n % 2]!, '/api/v1/notifications', notification, tokens[n % 2]!))
  }
  await Promise.all(open)
  return count
}

async function arrivals(clients: Child, count: number): Promise<{ lags: Float64Array; others: Record<string, number> }> {
  for (let waited = 0; waited < 100 && (await clients.ask<number>('count')) < count; waited++) await sleep(100)
  return await clients.ask('take')
}

async function heldBy(services: readonly Service[]) {
  const all = await Promise.all(services.map(memoryOf))
  const sum = (figure: 'heldMb' | 'residentMb') => all.reduce((total, one) => total + one[figure], 0)
  return { heldMb: sum('heldMb'), residentMb: sum('residentMb') }
}

/** (a) Password logins at cost 12 against what bcrypt can do on this machine, and afterwards `GET /Admins/me` beside the flood. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Service } from '../test/rig/service.ts'
import { backendsOf, ownDatabase } from './database.ts'
import { makeTenant } from './people.ts'
import type { Plan } from './plan.ts'
import { alternate, runGoodLoad } from './rounds.ts'
import { signIn, startOurs, superAdmin } from './servers.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'

const cost = 12
const warmUpCost = 4
const seconds = 8
const rounds = 3
/** Below the queue of the service, above the number of cores. */
const floodConnections = 8
const wanted = 0.95
const mostMs = 20

/** Neither side is pinned: hashes may have every core, as in production. */
export async function measureLogins(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  // the rig's own cost would rule over the setting
  await using service = await startOurs({ databaseUrl, core: null, env: { BCRYPT_COST: '' } })
  const { accessToken } = await signIn(service, superAdmin)
  const hashAt = async (bcryptCost: number) => {
    const { status, text } = await service.http.request('PUT', '/api/v1/settings', {
      body: { security: { bcryptCost } },
      token: accessToken,
    })
    if (status !== 200) throw new Error(`settings answered ${status}: ${text}`)
  }
  await hashAt(warmUpCost)
  // an account each: one account alone would end its own oldest sessions all the time, the reader's among them
  const warmedUp = await people(service, accessToken)
  const credentials = await people(service, accessToken)
  const headers = { authorization: `Bearer ${accessToken}` }
  const plan = { url: service.url, seconds, pids: [service.pid] }
  const reads = {
    ...plan,
    connections: 2,
    pauseMs: 20,
    requests: [{ method: 'GET' as const, path: '/api/v1/Admins/me', headers }],
  }
  const floodOf = (people: readonly object[]) => ({
    ...plan,
    connections: floodConnections,
    steady: true as const,
    requests: people.map((one) => ({ method: 'POST' as const, path: '/api/v1/auth/admin/login', body: JSON.stringify(one) })),
  })
  const flood = floodOf(credentials)
  // a service that has run for a while: seven sign-ins a second would not have V8 compile anything within this part
  await runGoodLoad({ ...floodOf(warmedUp), seconds: 12 })
  await hashAt(cost)
  // each account's own hash is made anew
  await runGoodLoad({ ...flood, seconds: 3 })
  await runGoodLoad({ ...reads, seconds: 2 })
  const alone = await runGoodLoad({ ...reads, seconds: 4 })
  // without the reads: at 90 a second they take a twentieth of two cores, which would be counted against our side alone
  const measured = await alternate(rounds, async () => await signIns(flood, await backendsOf(databaseUrl)), bareBcrypt)
  const [, beside] = await Promise.all([runGoodLoad(flood), runGoodLoad(reads)])
  await service.kill('SIGTERM')
  const ours = median(measured.ours.map(({ perSecond }) => perSecond))
  const bare = median(measured.bare.map(({ perSecond }) => perSecond))
  const ourCpu = median(measured.ours.map(({ cpuMs }) => cpuMs))
  const bareCpu = median(measured.bare.map(({ cpuMs }) => cpuMs))
  return [
    {
      what: `logins/s at cost ${cost}, all cores`,
      ours: ours.toFixed(2),
      bare: bare.toFixed(2),
      value: (ours / bare).toFixed(2),
      target: `>= ${wanted}`,
      passes: ours / bare >= wanted,
    },
    {
      what: '  processor time of one, with the database’s, ms',
      ours: ourCpu.toFixed(1),
      bare: bareCpu.toFixed(1),
      value: (bareCpu / ourCpu).toFixed(2),
    },
    {
      what: '  GET Admins/me beside the flood, p99',
      value: `${beside.p99Ms.toFixed(1)} ms`,
      target: `< ${mostMs} ms`,
      passes: beside.p99Ms < mostMs,
    },
    { what: '  the same without the flood, p99', value: `${alone.p99Ms.toFixed(1)} ms` },
    { what: '  p50 beside the flood', value: `${beside.p50Ms.toFixed(1)} ms` },
  ]
}

async function people(service: Service, token: string): Promise<object[]> {
  const made = []
  for (let n = 0; n < floodConnections; n++) made.push((await makeTenant(service, token)).credentials)
  return made
}

interface Measured {
  readonly perSecond: number
  /** Of one sign-in, or of one check. */
  readonly cpuMs: number
}

async function signIns(flood: Plan, backends: readonly number[]): Promise<Measured> {
  const { perSecond, cpuSeconds, answers } = await runGoodLoad({ ...flood, pids: [...flood.pids, ...backends] })
  return { perSecond, cpuMs: (cpuSeconds.reduce((sum, one) => sum + one, 0) * 1000) / answers }
}

async function bareBcrypt(): Promise<Measured> {
  const file = join(import.meta.dirname, 'baselines/bcrypt.ts')
  const child = spawn(process.execPath, [file, String(seconds), String(cost)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout)) as Measured
}

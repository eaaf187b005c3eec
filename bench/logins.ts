/** (a) Password logins at cost 12 against what bcrypt can do on this machine, and `GET /Admins/me` beside the flood. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ownDatabase } from './database.ts'
import { makeTenant } from './people.ts'
import { alternate, runGoodLoad } from './rounds.ts'
import { signIn, startOurs, superAdmin } from './servers.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'

const cost = 12
const seconds = 8
const rounds = 3
/** Below the queue of the service, above the number of cores. */
const floodConnections = 8
const wanted = 0.95
const mostMs = 20

/** Neither side is pinned: hashes may have every core, as in production. */
export async function measureLogins(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  await using service = await startOurs({ databaseUrl, core: null, env: { BCRYPT_COST: String(cost) } })
  const { accessToken } = await signIn(service, superAdmin)
  // an account each: one account alone would end its own oldest sessions all the time, the reader's among them
  const credentials = []
  for (let n = 0; n < floodConnections; n++) credentials.push((await makeTenant(service, accessToken)).credentials)
  const headers = { authorization: `Bearer ${accessToken}` }
  const plan = { url: service.url, seconds, pids: [] }
  const reads = {
    ...plan,
    connections: 2,
    pauseMs: 20,
    requests: [{ method: 'GET' as const, path: '/api/v1/Admins/me', headers }],
  }
  const flood = {
    ...plan,
    connections: floodConnections,
    steady: true as const,
    requests: credentials.map((one) => ({ method: 'POST' as const, path: '/api/v1/auth/admin/login', body: JSON.stringify(one) })),
  }
  await runGoodLoad({ ...reads, seconds: 2 })
  const alone = await runGoodLoad({ ...reads, seconds: 4 })
  const measured = await alternate(
    rounds,
    async () => {
      const [logins, me] = await Promise.all([runGoodLoad(flood), runGoodLoad(reads)])
      return { perSecond: logins.perSecond, p50Ms: me.p50Ms, p99Ms: me.p99Ms }
    },
    bareBcrypt,
  )
  await service.kill('SIGTERM')
  const ours = median(measured.ours.map(({ perSecond }) => perSecond))
  const bare = median(measured.bare.map(({ perSecond }) => perSecond))
  const p99 = median(measured.ours.map(({ p99Ms }) => p99Ms))
  return [
    {
      what: `logins/s at cost ${cost}, all cores`,
      ours: ours.toFixed(2),
      bare: bare.toFixed(2),
      value: (ours / bare).toFixed(2),
      target: `>= ${wanted}`,
      passes: ours / bare >= wanted,
    },
    { what: '  GET Admins/me beside the flood, p99', value: `${p99.toFixed(1)} ms`, target: `< ${mostMs} ms`, passes: p99 < mostMs },
    { what: '  the same without the flood, p99', value: `${alone.p99Ms.toFixed(1)} ms` },
    { what: '  p50 beside the flood', value: `${median(measured.ours.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms` },
  ]
}

async function bareBcrypt(): Promise<{ perSecond: number; p50Ms: number; p99Ms: number }> {
  const file = join(import.meta.dirname, 'baselines/bcrypt.ts')
  const child = spawn(process.execPath, [file, String(seconds), String(cost)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { ...JSON.parse(await text(child.stdout)), p50Ms: 0, p99Ms: 0 }
}

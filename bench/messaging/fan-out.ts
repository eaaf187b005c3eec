/** What webhooks, notifications and the seals of the audit log add to the processor time of the fan-out, at five hundred events a second. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { uuidv7 } from '#core/uuid.ts'
import type { Service } from '../../test/rig/service.ts'
import { backendsOf } from '../database.ts'
import { isFull } from '../options.ts'
import { cpuSecondsOf } from '../processes.ts'
import { median } from '../statistics.ts'
import { type Result, ratio } from '../table.ts'
import { startChild } from './children.ts'
import { makeHooks, makeTenants, openScene, superToken } from './scene.ts'
import { renames } from './writes.ts'

const perSecond = 500
const everyMs = 100
const tenants = 10
const most = 1.5
/** What the seals of the audit log may add to the same without them. */
const mostSealed = 1.3
/** The measured process must open what the service sealed. */
const masterSecret = randomBytes(32).toString('base64')
const sides = {
  'security log and counts': { targets: 'former', hasSubscriptions: false },
  'everything, without a subscription': { targets: 'all', hasSubscriptions: false },
  'everything, with a subscription to each tenant': { targets: 'all', hasSubscriptions: true },
  'everything, and sealed': { targets: 'sealed', hasSubscriptions: false },
  'everything, with a subscription to each tenant, and sealed': { targets: 'sealed', hasSubscriptions: true },
} as const
type SideName = keyof typeof sides

export async function measureFanOut(): Promise<Result[]> {
  const { start, databaseUrl, dataDirectory } = await openScene('PostgreSQL', { MASTER_SECRET: masterSecret })
  {
    await using service = await start()
    await makeSamples(service)
    await service.kill('SIGTERM')
  }
  const client = new pg.Client({ connectionString: databaseUrl! })
  await client.connect()
  await client.query(`create table bench_samples as select row_number() over (order by id)::integer - 1 as n, e.* from events e
    where type in ('admin.updated', 'auth.login.succeeded', 'auth.login.failed')`)
  await client.query('vacuum analyze')
  const costs = Object.fromEntries(Object.keys(sides).map((name) => [name, [] as number[]])) as Record<SideName, number[]>
  for (let round = 0; round < (isFull ? 5 : 3); round++)
    for (const name of Object.keys(sides) as SideName[])
      costs[name].push(await costOf(client, { url: databaseUrl!, dataDirectory }, sides[name]))
  await client.end()
  const lines: readonly [ours: SideName, bare: SideName, most: number | null][] = [
    ['everything, without a subscription', 'security log and counts', most],
    ['everything, with a subscription to each tenant', 'security log and counts', null],
    ['everything, and sealed', 'everything, without a subscription', mostSealed],
    ['everything, with a subscription to each tenant, and sealed', 'everything, with a subscription to each tenant', mostSealed],
  ]
  return lines.map(([name, than, bound]) => {
    const [ours, bare] = [median(costs[name]), median(costs[than])]
    return {
      what: `fan-out of ${perSecond} events a second to ${name}, ms of processor time each`,
      ours: ours.toFixed(3),
      bare: bare.toFixed(3),
      value: ratio(ours / bare),
      ...(bound !== null && { target: `<= ${bound}`, passes: ours / bare <= bound }),
    }
  })
}

/** Events of ordinary life: changes of admins, sign-ins and a few refused ones. */
async function makeSamples(service: Service): Promise<void> {
  const token = await superToken(service)
  const made = await makeTenants(service, token, tenants)
  await makeHooks(service, made, 1, (n) => `/${n}`, 'http://127.0.0.1:9')
  const requests = await renames(service, made)
  for (let n = 0; n < 60; n++) {
    const { path, headers = {} } = requests[n % requests.length]!
    const { status } = await service.http.request('PUT', path, { body: { firstName: `N${n}` }, headers })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
  for (let n = 0; n < 40; n++) {
    const { credentials } = made[n % made.length]!
    const wrong = n % 4 === 0 ? { password: 'a wrong one' } : {}
    await service.http.post('/api/v1/auth/admin/login', { ...credentials, ...wrong })
  }
}

/** @returns milliseconds of processor time for each event, of the process and of its connections */
async function costOf(
  client: pg.Client,
  { url, dataDirectory }: { url: string; dataDirectory: string },
  { targets, hasSubscriptions }: (typeof sides)[SideName],
): Promise<number> {
  await client.query('truncate webhook_deliveries, outbox cascade')
  await client.query(`update webhooks set is_active = $1, events = '{*,entity.updated}'`, [hasSubscriptions])
  const { rows: own } = await client.query('select pg_backend_pid() as pid')
  const child = startChild('messaging/fan-out-process.ts', {
    DATABASE_URL: url,
    MASTER_SECRET: masterSecret,
    DATA_DIR: dataDirectory,
    WEBHOOK_ALLOW_PRIVATE: 'on',
    TARGETS: targets,
  })
  await child.heard()
  const used = async () => {
    const pids = [child.pid, ...(await backendsOf(url)).filter((pid) => pid !== own[0].pid)]
    return pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
  }
  await happen(client, 3)
  const before = await used()
  const count = await happen(client, isFull ? 30 : 8)
  const cost = (((await used()) - before) * 1000) / count
  await child.stop()
  return cost
}

/** Copies of what happened, as if it happened now, until all of it is fanned out. @returns how many */
async function happen(client: pg.Client, seconds: number): Promise<number> {
  const each = (perSecond * everyMs) / 1000
  const begin = performance.now()
  const ticks = (seconds * 1000) / everyMs
  for (let tick = 0; tick < ticks; tick++) {
    await sleep(Math.max(0, begin + tick * everyMs - performance.now()))
    const now = new Date()
    const ids = Array.from({ length: each }, () => uuidv7(now))
    await client.query(
      `with copies as (
        insert into events (id, tenant_id, type, actor_id, actor_kind, entity_type, entity_id, entity_name, outcome, data, changes, person,
          person_salt, created_at)
        select c.id, s.tenant_id, s.type, s.actor_id, s.actor_kind, s.entity_type, s.entity_id, s.entity_name, s.outcome, s.data, s.changes,
          s.person, s.person_salt, $2
        from unnest($1::uuid[]) with ordinality as c (id, place)
          join bench_samples s on s.n = (c.place + $3) % (select count(*) from bench_samples)
        returning id
      ) insert into outbox (event_id) select id from copies`,
      [ids, now, tick * each],
    )
  }
  for (let waited = 0; waited < 300; waited++) {
    const { rows } = await client.query('select count(*)::integer as n from outbox')
    if (rows[0].n === 0) return ticks * each
    await sleep(100)
  }
  throw new Error('the outbox does not get empty')
}

/** What log and metrics say of a database that is away under load: one warning a second, and of how many it is one; and of locks. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres, withClient } from '../rig/postgres.ts'
import { faultProxy } from '../rig/proxy.ts'
import { type Service, startService } from '../rig/service.ts'
import { killEnv, tokenOf } from './kill-loop.ts'
import { everyKind, Load, tenantOf } from './scene.ts'

const token = 'metrics-4u7Jm2qXv0sKeYb5'

/** The values by their names and labels, as they are written. */
async function metricsOf(service: Service): Promise<(series: string) => number> {
  const lines = (await service.http.get('/metrics', { token })).text.split('\n')
  return (series) => Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1) ?? Number.NaN)
}

it('one warning a second over requests, pool, reads, jobs and wake-up calls; what was left out is counted', async () => {
  const databaseUrl = await (await throwawayPostgres()).createDatabase()
  const proxy = await faultProxy(databaseUrl)
  const service = await startService({
    databaseUrl: proxy.through(databaseUrl),
    env: { ...killEnv, LOG_LEVEL: 'info', METRICS_TOKEN: token },
  })
  const load = new Load(await everyKind(service)).start(20)
  await sleep(500)
  const from = service.logs.length
  const begun = performance.now()
  proxy.mode('refuse')
  proxy.cut()
  await sleep(5000)
  const during = await metricsOf(service)
  assert.ok(during('tenantry_database_errors_total{kind="connection"}') > 50)
  assert.deepEqual([during('tenantry_live_log_fresh'), during('tenantry_database_errors_total{kind="other"}')], [0, 0])
  assert.ok(during('tenantry_revocation_lag_seconds') > 3)
  assert.ok(Number.isNaN(during('tenantry_outbox_events')), 'what only the database knows is left out')
  proxy.mode('pass')
  await eventually('the database to be back', async () => (await service.http.get('/health/ready')).status === 200)
  await load.stop()
  // the last ones of the outage are told of a second after it
  await sleep(1200)
  const seconds = (performance.now() - begun) / 1000
  const said = service.logs.slice(from).filter(({ level }) => level !== 'info')
  assert.deepEqual(
    said.filter(({ level }) => level !== 'warn'),
    [],
  )
  assert.ok(said.length > 3 && said.length <= seconds + 2, `${said.length} warnings in ${seconds} s`)
  const refused = load.answers.filter(({ status }) => status === 503).length
  const told = said.reduce((sum, { leftOut = 0 }) => sum + 1 + Number(leftOut), 0)
  assert.ok(refused > 100 && told >= refused, `${refused} were answered 503, and ${told} told of`)
})

it('who waits for a lock is counted, and for how long', async () => {
  const databaseUrl = await (await throwawayPostgres()).createDatabase()
  await using service = await startService({ databaseUrl, env: { ...killEnv, METRICS_TOKEN: token } })
  const superToken = await tokenOf(service.http)
  const { id } = await tenantOf(service.http, superToken)
  const rename = () => service.http.request('PUT', `/api/v1/Tenants/${id}`, { token: superToken, body: { description: randomUUID() } })
  const replies = await withClient(databaseUrl, async (holder) => {
    await holder.query('begin')
    await holder.query('select from tenants where id = $1 for update', [id])
    const all = Array.from({ length: 8 }, rename)
    await sleep(1000)
    assert.ok((await metricsOf(service))('tenantry_lock_waiting') > 0)
    await holder.query('rollback')
    return await Promise.all(all)
  })
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
  const after = await metricsOf(service)
  assert.ok(after('tenantry_lock_waits_total{outcome="served"}') > 0 && after('tenantry_lock_wait_seconds_count') > 0)
  assert.deepEqual([after('tenantry_lock_waiting'), after('tenantry_lock_waits_total{outcome="gave_up"}')], [0, 0])
  assert.ok(after('tenantry_database_errors_total{kind="lock_timeout"}') > 0)
  assert.ok(after('tenantry_database_connection_wait_seconds_count') > 8)
})

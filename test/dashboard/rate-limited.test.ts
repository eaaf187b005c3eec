/** Clients that are refused for too many requests, as the platform's log and dashboard tell of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { FanOut } from '#events/fan-out.ts'
import { expectStatus, startApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'

test('a client that is refused by rate is told of once in a window and counter, to the platform alone', async () => {
  const app = await startApp({ env: { RATE_LIMITS: 'on', RATE_LIMIT_AUTH: '3/300', TRUST_PROXY: 'loopback' } })
  const root = await app.superToken()
  const own = await tenantWithAdmin(app)
  const { accessToken: token } = await own.signIn()
  const attempt = (ip: string) =>
    app.request('POST', '/api/v1/auth/admin/login', {
      body: { identifier: own.admin.email, password: 'x' },
      headers: { 'x-forwarded-for': ip },
    })
  const refusedOf = async (ip: string) => {
    let refused = 0
    for (let n = 0; n < 5; n++) if ((await attempt(ip)).status === 429) refused++
    return refused
  }
  const rows = async () => {
    const { rows } = await sql<{ ip: string; tenantId: string | null; reason: string }>`
      select person->>'ipAddress' as ip, tenant_id, data->>'reason' as reason from events where type = 'access.rate_limited' order by id`.execute(
      app.open.service.database.kysely,
    )
    return rows.map(({ ip, tenantId, reason }) => `${ip} ${tenantId} ${reason}`)
  }
  assert.equal(await refusedOf('192.0.2.1'), 2)
  assert.equal(await refusedOf('2001:db8::1'), 2)
  await eventually('both', async () => (await rows()).length >= 2)
  assert.deepEqual(await rows(), ['192.0.2.1 null auth', '2001:db8::1 null auth'])
  assert.equal((await attempt('192.0.2.1')).status, 429)
  app.clock.turn(301_000)
  assert.equal(await refusedOf('192.0.2.1'), 2)
  await eventually('the next window', async () => (await rows()).length >= 3)
  assert.deepEqual((await rows()).slice(2), ['192.0.2.1 null auth'])
  // whatever failed before it was too much is told to the tenant; that it was too much, to the platform
  await new FanOut(app.open.service, { warn() {}, error: () => assert.fail() } as never).drain()
  const worst = async (as: string) => expectStatus(await app.get('/api/v1/dashboard/top-blocked-ips', { token: as }), 200).json.items
  const [mine, all] = [await worst(token), await worst(root)]
  const attemptsOf = (items: typeof mine) => items.find(({ ipAddress }: { ipAddress: string }) => ipAddress === '192.0.2.1')?.attempts ?? 0
  assert.equal(attemptsOf(all), attemptsOf(mine) + 2)
  const { totalCount } = expectStatus(await app.get('/api/v1/audit?action=access.rate_limited', { token }), 200).json
  assert.equal(totalCount, 0)
  assert.equal(expectStatus(await app.get('/api/v1/audit?action=access.rate_limited', { token: root }), 200).json.totalCount, 3)
})

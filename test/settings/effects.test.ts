/** What a change of settings does, on every process and at once. On PostgreSQL by two services over one database; else twice the same. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { revoke } from '#db/live/revocations.ts'
import { change } from '../auth/people.ts'
import { expectStatus, startTwo, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'

const path = '/api/v1/settings'
let apps: readonly [TestApp, TestApp]
let app: TestApp
let token: string
let tenant: { id: string; code: string }
before(async () => {
  // limits are on, but for what a test of limits alone would come near
  apps = await startTwo({ env: { RATE_LIMITS: '', BCRYPT_COST: '', METRICS_TOKEN: '', LOG_LEVEL: '' } })
  app = apps[0]
  token = await app.superToken()
  await set({ security: { bcryptCost: 4 }, rateLimits: { enabled: false } })
  tenant = (await tenantWithAdmin(app)).tenant
})

const set = async (body: object) => expectStatus(await app.request('PUT', path, { token, body }), 200).json
/** Sets it, and waits until the other process has heard of it. */
const setEverywhere = async (body: object) => {
  await set(body)
  const { values } = app.open.service.serviceSettings
  for (const { open } of apps)
    await eventually(
      'the other process to have the same',
      () => JSON.stringify(open.service.serviceSettings.values) === JSON.stringify(values),
    )
}
const person = () => {
  const mark = randomUUID().slice(0, 8)
  return { username: `u-${mark}`, email: `u-${mark}@example.test`, password: `zuvaqor-${mark}-Kestrel`, tenantCode: tenant.code }
}
const register = (n: 0 | 1) => apps[n].post('/api/v1/auth/user/register', person())

describe('a setting that is changed', () => {
  it('closes registration at once here, soon on the other process, and opens it again', async () => {
    expectStatus(await register(0), 201)
    await set({ features: { registration: false } })
    assert.equal(expectStatus(await register(0), 403).json.code, 'registration_disabled')
    await setEverywhere({ features: { registration: false } })
    assert.equal(expectStatus(await register(1), 403).json.code, 'registration_disabled')
    await setEverywhere({ features: { registration: true } })
    for (const n of [0, 1] as const) expectStatus(await register(n), 201)
  })

  it('takes providers away, and gives them back', async () => {
    await setEverywhere({ providers: { googleClientId: 'a-client', googleIssuer: 'http://127.0.0.1:9' } })
    const signIn = (n: 0 | 1) => apps[n].post('/api/v1/auth/user/login/google', { token: 'x.y.z', tenantCode: tenant.code })
    const nobody = (n: 0 | 1) => apps[n].post('/api/v1/auth/user/login/myspace', { token: 'x.y.z', tenantCode: tenant.code })
    for (const n of [0, 1] as const) assert.notEqual((await signIn(n)).json.code, 'unknown_provider')
    await setEverywhere({ features: { externalLogin: false } })
    for (const n of [0, 1] as const) {
      const { traceId: _one, ...off } = expectStatus(await signIn(n), 400).json
      const { traceId: _two, ...unknown } = expectStatus(await nobody(n), 400).json
      assert.equal(off.code, 'unknown_provider')
      assert.deepEqual(off, unknown)
    }
    await setEverywhere({ features: { externalLogin: true } })
    for (const n of [0, 1] as const) assert.notEqual((await signIn(n)).json.code, 'unknown_provider')
    await setEverywhere({ providers: { googleClientId: null, googleIssuer: null } })
    assert.equal((await signIn(0)).json.code, 'unknown_provider')
  })

  it('is what tenants inherit that set nothing themselves', async () => {
    await setEverywhere({ security: { passwordMinLength: 20, lockoutThreshold: 3 } })
    for (const { open } of apps) {
      const { passwordMinLength, loginLockoutThreshold } = open.service.settings.of(tenant.id)
      assert.deepEqual([passwordMinLength, loginLockoutThreshold], [20, 3])
    }
    const shown = expectStatus(await app.get(`/api/v1/Tenants/${tenant.id}/settings`, { token }), 200).json
    assert.deepEqual([shown.passwordMinLength, shown.sources.passwordMinLength], [20, 'default'])
    const short = { ...person(), password: 'zuvaqor-7-Kes' }
    assert.equal(expectStatus(await apps[1].post('/api/v1/auth/user/register', short), 400).json.code, 'password_policy')
    await setEverywhere({ security: { passwordMinLength: null, lockoutThreshold: null } })
    expectStatus(await apps[1].post('/api/v1/auth/user/register', { ...person(), password: 'zuvaqor-7-Kes' }), 201)
  })

  it('makes new hashes as dear as it says', async () => {
    await setEverywhere({ security: { bcryptCost: 5 } })
    for (const { open } of apps) assert.match(await open.service.passwords.hash('some password'), /^\$2b\$05\$/)
    await setEverywhere({ security: { bcryptCost: 4 } })
  })

  it('counts requests in the budget that it names, and lifts it', async () => {
    await setEverywhere({ rateLimits: { enabled: true, tokenRefresh: { limit: 2, windowSeconds: 3600 } } })
    const refresh = async () => (await app.post('/api/v1/auth/admin/refresh', { refreshToken: 'none' })).status
    assert.deepEqual([await refresh(), await refresh(), await refresh()], [401, 401, 429])
    await setEverywhere({ rateLimits: { tokenRefresh: { limit: 4, windowSeconds: 3600 } } })
    assert.deepEqual([await refresh(), await refresh()], [401, 401])
    await setEverywhere({ rateLimits: { enabled: false, tokenRefresh: null } })
    for (let n = 0; n < 5; n++) assert.equal(await refresh(), 401)
  })

  it('lets pages of another origin in, and no more', async () => {
    const origin = 'https://app.example.com'
    const seen = async () => (await apps[1].get('/health', { headers: { origin } })).headers['access-control-allow-origin']
    assert.equal(await seen(), undefined)
    await setEverywhere({ general: { corsOrigins: [origin] } })
    assert.equal(await seen(), origin)
    await setEverywhere({ general: { corsOrigins: [] } })
    assert.equal(await seen(), undefined)
  })

  it('opens /metrics to a token, and closes it', async () => {
    const metrics = (as?: string) => apps[1].get('/metrics', as === undefined ? {} : { token: as })
    const secret = 'b9Qv-2hXz-71Lm-eRt0-WkYs'
    expectStatus(await metrics(), 404)
    await setEverywhere({ general: { metricsToken: secret } })
    expectStatus(await metrics(), 401)
    assert.match(expectStatus(await metrics(secret), 200).text, /tenantry_build_info/)
    await setEverywhere({ general: { metricsToken: null } })
    expectStatus(await metrics(secret), 404)
  })

  it('leads links to the address that it names', async () => {
    await setEverywhere({ general: { publicUrl: 'https://id.example.com', serviceName: 'Acme <1>' } })
    const { options } = apps[1].open.service
    assert.equal(options.passwordResetUrl, 'https://id.example.com/reset-password')
    const front = expectStatus(await apps[1].get('/'), 200)
    assert.equal(front.json.name, 'Acme <1>')
    assert.match(String(front.headers['strict-transport-security']), /max-age/)
    await setEverywhere({ general: { publicUrl: null, serviceName: null } })
    assert.equal((await apps[1].get('/')).headers['strict-transport-security'], undefined)
    assert.equal(apps[1].open.service.options.publicUrl, apps[1].url)
  })

  it('logs what it says', async () => {
    await setEverywhere({ general: { logLevel: 'info', logRequests: 'on' } })
    expectStatus(await app.get('/health'), 200)
    await eventually('a line of the request', () => app.logs.some(({ msg, route }) => msg === 'request' && route === '/health'))
    await setEverywhere({ general: { logLevel: null, logRequests: null } })
  })

  it('is told by the revocation log, and by nothing else', async () => {
    const { kysely } = app.open.service.database
    await kysely
      .insertInto('serviceSettings')
      .values({ name: 'general.serviceName', value: '"Unsaid"', updatedAt: app.clock.now() })
      .execute()
    // what is logged behind it is known everywhere, so that the log was read meanwhile
    const { tenant: later } = await tenantWithAdmin(app)
    for (const { open } of apps) await eventually('the tenant', () => open.service.tenants.node(later.id))
    for (const { open } of apps) assert.equal(open.service.options.serviceName, 'Tenantry')
    await change(app, (ctx) => revoke(ctx, 'service', null))
    for (const { open } of apps) await eventually('the name', () => open.service.options.serviceName === 'Unsaid')
    await setEverywhere({ general: { serviceName: null } })
  })

  it('is forgotten everywhere by a reset', async () => {
    await setEverywhere({ general: { serviceName: 'Acme' } })
    expectStatus(await app.post(`${path}/reset`, { password: superAdmin.password }, { token }), 200)
    for (const { open } of apps) await eventually('the default', () => open.service.options.serviceName === 'Tenantry')
  })
})

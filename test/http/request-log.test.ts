/** The line that a request leaves in the log, and what never stands in it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { expectStatus, startApp, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { sendRaw } from '../rig/http.ts'
import { eventually } from '../rig/ports.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const lines = (app: TestApp, from = 0) =>
  app.logs.slice(from).filter(({ msg }) => ['request', 'refused', 'unforeseen error'].includes(String(msg)))
/** A line is written when the answer is out, which the client may know sooner. */
const lineOf = (app: TestApp, from: number, isIt: (line: Record<string, unknown>) => boolean) =>
  eventually('the line of a request', () => lines(app, from).find(isIt))

describe('LOG_REQUESTS=on', () => {
  let app: TestApp
  let token: string
  before(async () => {
    app = await startApp({ env: { LOG_REQUESTS: 'on' } })
    token = await app.superToken()
  })

  it('one line for each: operation, status, time, actor, tenant and traces', async () => {
    const from = app.logs.length
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` }
    const { json } = expectStatus(await app.get('/api/v1/admins/ME', { token, headers }), 200)
    const { time, pid, ms, traceId, ...line } = await lineOf(app, from, ({ operation }) => operation === 'getOwnProfile')
    assert.deepEqual(line, {
      level: 'info',
      msg: 'request',
      parentTraceId: trace,
      operation: 'getOwnProfile',
      method: 'GET',
      route: '/api/v1/Admins/me',
      status: 200,
      actorId: json.id,
      tenantId: null,
    })
    assert.ok(typeof ms === 'number' && ms >= 0 && ms < 60_000)
    assert.match(String(traceId), /^[0-9a-f]{32}$/)
    assert.equal(lines(app, from).length, 1)
  })

  it('names the original admin while impersonating, and in whose name', async () => {
    const { tenant, signIn } = await tenantWithAdmin(app)
    const { id } = (await signIn()).user
    const start = await app.post(`/api/v1/admins/${id}/impersonate`, { reason: 'ticket' }, { token })
    const from = app.logs.length
    expectStatus(await app.get('/api/v1/Admins/me', { token: expectStatus(start, 200).json.accessToken }), 200)
    const line = await lineOf(app, from, ({ operation }) => operation === 'getOwnProfile')
    const own = expectStatus(await app.get('/api/v1/Admins/me', { token }), 200).json.id
    assert.deepEqual([line.actorId, line.onBehalfOfId, line.tenantId], [own, id, tenant.id])
  })

  it('says why, where a request was refused, in the same line', async () => {
    const from = app.logs.length
    const { json } = expectStatus(await app.get('/api/v1/Admins/me'), 401)
    const line = await lineOf(app, from, ({ traceId }) => traceId === json.traceId)
    assert.deepEqual([line.msg, line.status, line.code, line.actorId], ['request', 401, 'token_missing', null])
  })

  it('is there for what comes to no route, can not be read, or is given up by its caller', async () => {
    for (const [path, operation, route, status] of [
      ['/health/live', 'getLiveness', '/health/live', 200],
      ['/no/such/path', null, null, 404],
      ['/%zz', null, null, 400],
      ['/swagger/json', null, '/swagger/json', 200],
    ] as const) {
      const from = app.logs.length
      expectStatus(await app.get(path), status)
      const line = await lineOf(app, from, () => true)
      assert.deepEqual([line.operation, line.route, line.status], [operation, route, status], path)
    }
    const from = app.logs.length
    const body = 'x'.repeat(50)
    const whole = `POST /api/v1/auth/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n${body}`
    await sendRaw(app.url, whole, { timeoutMs: 100 })
    const line = await lineOf(app, from, ({ operation }) => operation === 'signIn')
    assert.deepEqual([line.isAborted, line.route], [true, '/api/v1/auth/admin/login'])
  })

  it('holds no address, e-mail, query, path or body, whatever was sent', async () => {
    const from = app.logs.length
    const secret = 'canary-7f3a'
    await app.post(
      `/api/v1/auth/admin/login?email=${secret}@example.test`,
      { identifier: `${secret}@example.test`, password: secret },
      { headers: { 'user-agent': secret, 'x-forwarded-for': secret, cookie: `tenantry_refresh=${secret}`, traceparent: secret } },
    )
    await app.get(`/api/v1/Admins/${secret}?search=${secret}`, { token })
    await app.get(`/${secret}/`, { token: secret })
    await app.request('PUT', `/api/v1/Tenants/${secret}`, { token, body: { name: secret } })
    await app.post('/api/v1/auth/admin/login', { identifier: superAdmin.email, password: superAdmin.password })
    await eventually('five lines', () => lines(app, from).length >= 5)
    const text = JSON.stringify(app.logs.slice(from))
    for (const part of [secret, '127.0.0.1', superAdmin.email, '@']) assert.ok(!text.includes(part), `${part} in ${text}`)
  })
})

describe('LOG_REQUESTS=errors, the default', () => {
  it('a line for what is refused, none for what is done, none for floods', async () => {
    const app = await startApp({ env: { RATE_LIMITS: 'on', RATE_LIMIT_GLOBAL: '5/60' } })
    assert.equal(app.config.logRequests, 'errors')
    for (let n = 0; n < 3; n++) expectStatus(await app.get('/api/v1/public/workspace?code=nobody-has-it'), 404)
    expectStatus(await app.get('/'), 200)
    const { json } = expectStatus(await app.get('/api/v1/Admins/me'), 401)
    for (let n = 0; n < 20; n++) await app.get('/api/v1/Admins/me')
    const found = lines(app)
    assert.equal(found.length, 4 + found.filter(({ status }) => status === 401).length - 1)
    const line = found.find(({ traceId }) => traceId === json.traceId)!
    assert.deepEqual([line.msg, line.operation, line.status, line.code], ['refused', 'getOwnProfile', 401, 'token_missing'])
    assert.ok(found.every(({ status }) => status !== 429 && status !== 200))
  })
})

describe('LOG_REQUESTS=off', () => {
  it('tells of faults alone', async () => {
    const app = await startApp({ env: { LOG_REQUESTS: 'off' } })
    expectStatus(await app.get('/api/v1/Admins/me'), 401)
    expectStatus(await app.get('/no/such/path'), 404)
    assert.deepEqual(lines(app), [])
    const token = await app.superToken()
    await sql`alter table events rename to events_elsewhere`.execute(app.open.service.database.kysely)
    const { json } = expectStatus(await app.get('/api/v1/audit', { token }), 500)
    const [line, ...more] = lines(app)
    assert.deepEqual(
      [line?.msg, line?.level, line?.traceId, line?.operation],
      ['unforeseen error', 'error', json.traceId, 'listAuditEntries'],
    )
    assert.equal(more.length, 0)
  })
})

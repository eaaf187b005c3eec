/** The limiter as a client meets it: one budget per group and client, whatever is done to look like somebody else. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { minutesMs, secondsMs } from '#core/clock.ts'
import { lastReset } from '../auth/mail.ts'
import { activityOf, addAdmin, addTenant, loginPath, type TestAdmin } from '../auth/people.ts'
import { form, pdf, uploadPath } from '../files/rig.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { sendRaw } from '../rig/http.ts'
import { assertNothingUnforeseen } from './refusals.ts'

const area = '/api/v1/auth/admin'
/** Nobody is trusted in the one, a proxy at our own address in the other: there each test is a client of its own. */
let plain: TestApp
let proxied: TestApp
let admin: TestAdmin
before(async () => {
  plain = await startApp({ env: { RATE_LIMITS: 'on' } })
  proxied = await startApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1,198.51.100.0/24' } })
  admin = await addAdmin(proxied, await addTenant(proxied))
})
after(() => [plain, proxied].forEach(assertNothingUnforeseen))

let clients = 0
const newClient = () => `192.0.2.${++clients}`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const wrong = () => ({ identifier: `${randomUUID()}@example.test`, password: 'not the password', tenantId: admin.tenantId })
const tryAs = (address: string, path = loginPath) => proxied.post(path, wrong(), from(address))
const right = (address: string) =>
  proxied.post(loginPath, { identifier: admin.email, password: admin.password, tenantId: admin.tenantId }, from(address))

async function spend(address: string, times = 10): Promise<void> {
  for (let n = 0; n < times; n++) expectStatus(await tryAs(address), 401)
}

/** What a refusal says of when to come back agrees with itself. */
function assertLimited(reply: Reply, withinSeconds: number): void {
  assert.equal(reply.status, 429, reply.text)
  assert.equal(reply.json.code, 'rate_limited')
  const { retryAfterSeconds } = reply.json
  assert.ok(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1 && retryAfterSeconds <= withinSeconds, reply.text)
  assert.equal(reply.headers['retry-after'], String(retryAfterSeconds))
  assert.equal(reply.headers['ratelimit-remaining'], '0')
  assert.equal(reply.headers['ratelimit-reset'], String(retryAfterSeconds))
}

describe('the sign-in budget of a client', () => {
  it('ends with the tenth, for the right password too, and begins anew after its window', async () => {
    const client = newClient()
    await spend(client)
    assertLimited(await tryAs(client), 300)
    assertLimited(await right(client), 300)
    expectStatus(await right(newClient()), 200)
    proxied.clock.turn(minutesMs(5))
    expectStatus(await right(client), 200)
  })

  it('lets exactly ten of fifty through that come at once', async () => {
    const client = newClient()
    const replies = await Promise.all(Array.from({ length: 50 }, () => tryAs(client)))
    assert.equal(replies.filter(({ status }) => status === 401).length, 10)
    assert.equal(replies.filter(({ status }) => status === 429).length, 40)
  })

  it('is not left by naming another address where nobody is trusted', async () => {
    const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'x-forwarded-host']
    const replies = []
    for (let n = 0; n < 12; n++) {
      const headers = Object.fromEntries(names.map((name) => [name, name === 'forwarded' ? `for=203.0.113.${n}` : `203.0.113.${n}`]))
      replies.push(await plain.post(loginPath, { identifier: 'a@example.test', password: 'x', isPlatformAdmin: true }, { headers }))
    }
    assert.deepEqual(
      replies.map(({ status }) => status),
      [401, 401, 401, 401, 401, 423, 423, 423, 423, 423, 429, 429],
    )
  })

  it('is that of the right-most address no proxy of ours has, whatever was sent left of it', async () => {
    const client = newClient()
    for (let n = 0; n < 10; n++) expectStatus(await tryAs(`203.0.113.${n}, ${client}, 198.51.100.7`), 401)
    assertLimited(await tryAs(client), 300)
    assertLimited(await tryAs(`127.0.0.1, ${client}`), 300)
    assertLimited(await tryAs(`nonsense, ${client}:4711 , 198.51.100.8`), 300)
    assertLimited(await proxied.post(loginPath, wrong(), { headers: { 'x-forwarded-for': ['203.0.113.9', client] } }), 300)
  })

  it('is one for a whole /64, for a mapped address, and for every spelling', async () => {
    for (let n = 0; n < 10; n++) expectStatus(await tryAs(`2001:db8:1:2:${n.toString(16)}::${n}`), 401)
    assertLimited(await tryAs('2001:DB8:1:2:FFFF::1'), 300)
    assertLimited(await tryAs('2001:0db8:0001:0002:0000:0000:0000:0099'), 300)
    assertLimited(await tryAs('[2001:db8:1:2::5]:443'), 300)
    expectStatus(await tryAs('2001:db8:1:3::1'), 401)
    const client = newClient()
    await spend(client)
    for (const spelling of [`::ffff:${client}`, `::FFFF:${client}`]) assertLimited(await tryAs(spelling), 300)
  })

  it('is one over all spellings and doors of sign-in', async () => {
    const client = newClient()
    const paths = [
      loginPath,
      `${loginPath}/`,
      loginPath.toUpperCase(),
      '/api/v1/auth/login',
      '/API/v1/auth/Login/',
      '/api/v1/auth/admin/%6cogin',
      `${area}/discover-workspaces`,
      `${area}/2fa/verify`,
      '/api/v1/auth/verify-2fa',
      `${loginPath}?a=1`,
    ]
    for (const path of paths) assert.ok([400, 401].includes((await tryAs(client, path)).status), path)
    for (const path of paths) assertLimited(await tryAs(client, path), 300)
  })

  it('is spent by bodies that are no sign-in too, before a byte of them is read', async () => {
    const client = newClient()
    const bodies: [object, number][] = [
      [{ raw: '{', headers: { 'content-type': 'application/json' } }, 400],
      [{ raw: '{}', headers: { 'content-type': 'text/plain' } }, 415],
      [{ raw: `"${'x'.repeat(200_000)}"`, headers: { 'content-type': 'application/json' } }, 413],
      [{ body: {} }, 400],
      [{ body: { identifier: 7 } }, 400],
    ]
    for (const [options, status] of [...bodies, ...bodies]) {
      const { headers, ...rest } = options as { headers?: object }
      const reply = await proxied.request('POST', loginPath, { ...rest, headers: { ...headers, ...from(client).headers } })
      assert.equal(reply.status, status, reply.text)
    }
    assertLimited(await right(client), 300)
    const head = `POST ${loginPath} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${client}\r\ncontent-type: application/json\r\n`
    const unsent = await sendRaw(proxied.url, `${head}content-length: 90000\r\n\r\n`, { timeoutMs: 1500 })
    assert.match(unsent.text, /^HTTP\/1.1 429 /)
  })

  it('does not count what a lock of the account counts, nor the other way round', async () => {
    const target = await addAdmin(proxied, admin.tenantId)
    const client = newClient()
    await spend(client)
    const guess = { identifier: target.email, password: 'not the password', tenantId: target.tenantId }
    assertLimited(await proxied.post(loginPath, guess, from(client)), 300)
    assert.equal((await activityOf(proxied, target.id)).failures, 0)
  })
})

describe('the other budgets', () => {
  it('the thirty-first refresh is refused before its token is looked at, which stays good', async () => {
    const client = newClient()
    const { refreshToken } = (await right(client)).json
    const refresh = (token: string, path = `${area}/refresh`) => proxied.post(path, { refreshToken: token }, from(client))
    for (let n = 0; n < 30; n++) expectStatus(await refresh('no such token', n % 2 ? '/api/v1/auth/refresh' : undefined), 401)
    assertLimited(await refresh(refreshToken), 300)
    assertLimited(await refresh(refreshToken, '/api/v1/auth/refresh'), 300)
    proxied.clock.turn(minutesMs(5))
    expectStatus(await refresh(refreshToken), 200)
  })

  it('the ordinary budget is one over known, unknown and wrongly called addresses, HEAD and OPTIONS included', async () => {
    const client = newClient()
    const calls: [string, string][] = [
      ['GET', '/api/v1/Admins/me'],
      ['HEAD', '/api/v1/admins/me/'],
      ['GET', '/api/v1/no/such/thing'],
      ['DELETE', loginPath],
      ['TRACE', '/api/v1/Admins/me'],
      ['OPTIONS', '/api/v1/Admins/me'],
    ]
    for (let n = 0; n < 100; n++) {
      const [method, path] = calls[n % calls.length] as [string, string]
      assert.ok([401, 404, 405].includes((await proxied.request(method, path, from(client))).status), `${method} ${path}`)
    }
    for (const [method, path] of calls) {
      const reply = await proxied.request(method, path, from(client))
      assert.equal(reply.status, 429, `${method} ${path}`)
      assert.ok(Number(reply.headers['retry-after']) >= 1)
    }
    for (const path of ['/health', '/health/live']) expectStatus(await proxied.get(path, from(client)), 200)
    // a clock that was just turned makes what is known of revocations old: until the next read it is not ready, but never refused
    assert.notEqual((await proxied.get('/health/ready', from(client))).status, 429)
  })

  it('resets are asked for once a minute and five times an hour, under either name', async () => {
    const client = newClient()
    const ask = (path: string) => proxied.post(path, { email: `${randomUUID()}@example.test` }, from(client))
    const [own, alias] = [`${area}/request-password-reset`, '/api/v1/auth/forgot-password']
    for (let n = 0; n < 5; n++) {
      expectStatus(await ask(n % 2 ? alias : own), 202)
      assertLimited(await ask(n % 2 ? own : alias), 60)
      proxied.clock.turn(secondsMs(60))
    }
    assertLimited(await ask(own), 3600)
    assertLimited(await ask(alias), 3600)
  })

  it('a code that was used under one name is used under the other', async () => {
    const { email, tenantId, id } = await addAdmin(proxied, admin.tenantId)
    expectStatus(await proxied.post('/api/v1/auth/forgot-password', { email, tenantId }, from(newClient())), 202)
    const { code } = await lastReset(proxied, id)
    const reset = (path: string, newPassword: string) => proxied.post(path, { email, tenantId, code, newPassword }, from(newClient()))
    expectStatus(await reset('/api/v1/auth/reset-password', 'a new one of mine'), 200)
    assert.equal((await reset(`${area}/reset-password`, 'another one of mine')).json.code, 'otp_invalid')
    assert.equal((await reset('/api/v1/auth/reset-password', 'another one of mine')).json.code, 'otp_invalid')
  })

  it('the cooldown of an address is that of who asked, for nobody as for somebody, and tells others nothing', async () => {
    const known = (await addAdmin(proxied, admin.tenantId)).email
    for (const email of [known, `${randomUUID()}@example.test`]) {
      const ask = (client: string) => proxied.post('/api/v1/auth/forgot-password', { email, tenantId: admin.tenantId }, from(client))
      const client = newClient()
      const first = expectStatus(await ask(client), 202).json.data
      assert.deepEqual(first, { sent: true, retryAfterSeconds: 60 })
      const second = await ask(client)
      assert.equal(second.status, 429, second.text)
      assert.ok(second.json.retryAfterSeconds > 50 && second.json.retryAfterSeconds <= 60)
      assert.equal(second.headers['retry-after'], String(second.json.retryAfterSeconds))
      assert.deepEqual(expectStatus(await ask(newClient()), 202).json.data, first)
    }
  })
})

describe('public files', () => {
  it('count in the budget of ordinary operations, found or not, whole or in part', async () => {
    const app = await startApp({ env: { RATE_LIMITS: 'on', RATE_LIMIT_GLOBAL: '4/3600', TRUST_PROXY: '127.0.0.1' } })
    const token = await app.superToken()
    const [owner, client] = [from(newClient()), from(newClient())]
    const sent = form(pdf(), 'a.pdf', { isPublic: 'true' })
    const { url } = expectStatus(
      await app.request('POST', uploadPath, { ...sent, token, headers: { ...sent.headers, ...owner.headers } }),
      201,
    ).json
    assert.equal(expectStatus(await app.get(url, client), 200).headers['ratelimit-remaining'], '3')
    expectStatus(await app.get(`/files/public/${'0'.repeat(40)}`, client), 404)
    expectStatus(await app.get(url, { headers: { ...client.headers, range: 'bytes=0-3' } }), 206)
    expectStatus(await app.request('HEAD', url, client), 200)
    assertLimited(await app.get(url, client), 3600)
    assertLimited(await app.get('/api/v1/Admins/me', client), 3600)
    expectStatus(await app.get(url, owner), 200)
    await app.close()
  })
})

/** Requests of our own pages count for the session that makes them; whatever only looks like one counts for its address, as everything does. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { type AccessClaims, signAccessToken } from '#core/secrets/jwt.ts'
import { addAdmin, addTenant, login } from '../auth/people.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { sendRaw } from '../rig/http.ts'
import { eventually } from '../rig/ports.ts'
import { addUser, addWorkspace } from '../users/rig.ts'

const ofAddress = 6
const ofSession = 9
const ofPages = 4
/** Far longer than a test takes, and shorter than a token lives. */
const windowSeconds = 600
const me = '/api/v1/Admins/me'
const ours = { 'sec-fetch-site': 'same-origin' }

let app: TestApp
let tenantId: string
before(async () => {
  const env = {
    RATE_LIMITS: 'on',
    RATE_LIMIT_GLOBAL: `${ofAddress}/${windowSeconds}`,
    RATE_LIMIT_SESSION: `${ofSession}/${windowSeconds}`,
    RATE_LIMIT_PAGE_REFRESH: `${ofPages}/${windowSeconds}`,
    RATE_LIMIT_AUTH: '500/300',
  }
  app = await startApp({ env })
  tenantId = await addTenant(app)
})
// every window begins anew
beforeEach(() => app.clock.turn(windowSeconds * 1000 + 1000))

const signIn = async (): Promise<string> => (await login(app, await addAdmin(app, tenantId))).json.accessToken
const get = (token: string | undefined, headers: Record<string, string> = ours, path = me): Promise<Reply> =>
  app.get(path, { headers, ...(token !== undefined && { token }) })

/** Uses up what the address of the tests may ask for. */
async function spendAddress(): Promise<void> {
  for (let n = 0; n < ofAddress; n++) expectStatus(await get(undefined, {}), 401)
  expectStatus(await get(undefined, {}), 429)
}

describe('requests of our own pages with a good token', () => {
  it('count for their session, whatever its address has used up, and say so', async () => {
    await spendAddress()
    const [one, other] = [await signIn(), await signIn()]
    const replies: Reply[] = []
    for (let n = 0; n <= ofSession; n++) replies.push(await get(one))
    assert.deepEqual(
      replies.map(({ status }) => status),
      [...Array(ofSession).fill(200), 429],
    )
    const { headers } = replies[ofSession]!
    assert.deepEqual([headers['ratelimit-limit'], headers['ratelimit-remaining']], [`${ofSession}`, '0'])
    assert.ok(Number(headers['retry-after']) > 0)
    expectStatus(await get(other), 200)
  })

  it('leave the budget of the address to others, and take none of it', async () => {
    const token = await signIn()
    for (let n = 0; n < ofSession; n++) expectStatus(await get(token), 200)
    assert.equal(expectStatus(await get(token, {}), 200).headers['ratelimit-remaining'], `${ofAddress - 1}`)
  })

  it('are those of end users, too', async () => {
    const { accessToken } = await (await addUser(app, (await addWorkspace(app)).code)).signIn()
    // making them took some of the address’s
    app.clock.turn(windowSeconds * 1000 + 1000)
    await spendAddress()
    const reply = expectStatus(await get(accessToken, ours, '/api/v1/Users/me'), 200)
    assert.equal(reply.headers['ratelimit-limit'], `${ofSession}`)
  })

  it('count at once exactly as often as they come', async () => {
    const token = await signIn()
    const replies = await Promise.all(Array.from({ length: 3 * ofSession }, () => get(token)))
    assert.equal(replies.filter(({ status }) => status === 200).length, ofSession)
  })
})

describe('what counts for the address', () => {
  it('is every other word of the header, and none', async () => {
    const token = await signIn()
    await spendAddress()
    for (const site of ['same-site', 'cross-site', 'none', 'Same-Origin', 'same-origin, same-origin', ' ', 'x'])
      expectStatus(await get(token, { 'sec-fetch-site': site }), 429)
    expectStatus(await get(token, {}), 429)
    expectStatus(await get(token), 200)
  })

  it('is the header without a token, with one that is forged, expired or none at all, and with two', async () => {
    const token = await signIn()
    const [head, payload, signature] = token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as AccessClaims
    const [key] = app.open.service.keys.accessKeys()
    const seconds = Math.floor(app.clock.now().getTime() / 1000)
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const bad = {
      'another signature': `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'another session': `${head}.${encode({ ...claims, sid: crypto.randomUUID() })}.${signature}`,
      'no algorithm': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      expired: signAccessToken({ ...claims, iat: seconds - 900, exp: seconds - 1 }, key!),
      'of another key': signAccessToken(claims, { ...key!, secret: Buffer.alloc(32, 7) }),
      'no token': 'same-origin',
    }
    await spendAddress()
    expectStatus(await get(undefined), 429)
    for (const [what, text] of Object.entries(bad)) assert.equal((await get(text)).status, 429, what)
    const bearer = `authorization: Bearer ${token}\r\n`
    const lines = `GET ${me} HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\n${bearer}${bearer}connection: close\r\n\r\n`
    const two = await sendRaw(app.url, lines)
    assert.match(two.text, /^HTTP\/1\.1 429 /)
    expectStatus(await get(token), 200)
  })

  it('is a session that is over, once this process knows, and one that was signed out of', async () => {
    const admin = await addAdmin(app, tenantId)
    const [ended, other] = [(await login(app, admin)).json.accessToken, (await login(app, admin)).json.accessToken] as [string, string]
    expectStatus(await get(ended), 200)
    const { sid } = JSON.parse(Buffer.from(ended.split('.')[1] as string, 'base64url').toString())
    expectStatus(await app.request('DELETE', `/api/v1/auth/admin/sessions/${sid}`, { token: other, headers: ours }), 204)
    await spendAddress()
    // the one that finds it over still counts for it
    expectStatus(await get(ended), 401)
    for (let n = 0; n < 3; n++) expectStatus(await get(ended), 429)
    expectStatus(await app.request('POST', '/api/v1/auth/admin/logout', { token: other, headers: ours }), 200)
    // read anew once this process was told, it lives on, and no longer counts for itself
    await eventually('the session to count for the address', async () => {
      const { status, headers } = await get(other)
      return status === 429 && headers['ratelimit-limit'] === `${ofAddress}`
    })
    app.clock.turn(windowSeconds * 1000 + 1000)
    expectStatus(await get(other), 200)
  })

  it('is whatever tries secrets, and what needs no token, whoever asks', async () => {
    const token = await signIn()
    const page = await get(token, ours, '/api/v1/public/workspace?code=nobody-has-this')
    assert.equal(expectStatus(page, 404).headers['ratelimit-limit'], `${ofAddress}`)
    const refresh = () => app.post('/api/v1/auth/admin/refresh', { refreshToken: 'none' }, { token, headers: ours })
    assert.equal(expectStatus(await refresh(), 401).headers['ratelimit-limit'], '30')
    const body = { identifier: 'nobody@example.test', password: 'none' }
    const signInAgain = await app.post('/api/v1/auth/admin/login', body, { token, headers: ours })
    assert.equal(expectStatus(signInAgain, 401).headers['ratelimit-limit'], '500')
  })
})

describe('refreshes by pages in a browser', () => {
  const cookie = { cookie: 'tenantry_refresh=guess', 'x-refresh-cookie': 'true' }
  const refresh = (headers: Record<string, string>) => app.post('/api/v1/auth/admin/refresh', {}, { headers })
  const budget = async (headers: Record<string, string>) => (await refresh(headers)).headers['ratelimit-limit']

  it('have a budget of their own, which is that of the address', async () => {
    for (const site of ['same-origin', 'same-site']) assert.equal(await budget({ ...cookie, 'sec-fetch-site': site }), `${ofPages}`)
    const replies: Reply[] = []
    for (let n = 2; n <= ofPages; n++) replies.push(await refresh({ ...cookie, ...ours }))
    assert.equal(replies.at(-1)!.status, 429)
    assert.ok(replies.slice(0, -1).every(({ status }) => status === 401))
    // whoever keeps the token themselves is counted as before
    expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken: 'guess' }), 401)
  })

  it('are those alone that bring a cookie, and that a browser says are of this site', async () => {
    assert.equal(await budget(ours), '30')
    assert.equal(await budget(cookie), '30')
    assert.equal(await budget({ ...cookie, 'sec-fetch-site': 'cross-site' }), '30')
    assert.equal(await budget({ ...cookie, 'sec-fetch-site': 'none' }), '30')
  })
})

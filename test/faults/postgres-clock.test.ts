/** Processes whose clocks are an hour ahead and an hour behind the database's: they agree with each other, and nothing lasts longer or ends sooner. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { expectStatus } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'
import { readOutbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { withClient } from '../rig/postgres.ts'
import { type Service, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killEnv, tokenOf } from './kill-loop.ts'
import { addAdmin, signIn, type Tenant, tenantOf } from './scene.ts'

/** Loaded before the service: what the process is told of the time of day is another one. What measures durations stays as it is. */
const turnedClock = `
  const { Date: Real } = globalThis
  const turnedMs = Number(process.env.TEST_CLOCK_TURNED_MS)
  globalThis.Date = class Date extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + turnedMs) : super(...given) }
    static now() { return Real.now() + turnedMs }
  }`
const hourMs = 3_600_000

let databaseUrl: string
let ahead: Service
let behind: Service
let tenant: Tenant
before(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-clock-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'turned.mjs')
  writeFileSync(path, turnedClock)
  databaseUrl = (await sharedPostgresDatabase()).url
  const start = (turnedMs: number) => {
    const env = {
      ...killEnv,
      NODE_OPTIONS: `--import ${pathToFileURL(path)}`,
      TEST_CLOCK_TURNED_MS: String(turnedMs),
      TZ: 'America/Caracas',
    }
    return startService({ databaseUrl, env: { ...env, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
  }
  ;[ahead, behind] = await Promise.all([start(hourMs), start(-hourMs)])
  tenant = await tenantOf(ahead.http, await tokenOf(ahead.http))
})

const now = () => withClient(databaseUrl, async (db) => (await db.query<{ now: Date }>('select now()')).rows[0]!.now.getTime())
const pairs = () =>
  [
    [ahead, behind],
    [behind, ahead],
  ] as const
/** A moment that the service named lies so many milliseconds after now, by the database's clock; half a minute is the network's. */
const isIn = async (what: string, at: string, ms: number) => {
  const leftMs = Date.parse(at) - (await now())
  assert.ok(leftMs <= ms && leftMs > ms - 30_000, `${what} is in ${leftMs} ms, not in ${ms}`)
}

it('each says at its start, and to who looks, how far its clock is from the database', async () => {
  for (const [{ logs }] of pairs()) assert.ok(logs.some(({ msg }) => /^this machine's clock is away/.test(String(msg))))
  const token = await tokenOf(ahead.http)
  for (const [{ http }] of pairs()) {
    const { checks } = expectStatus(await http.get('/api/v1/health', { token }), 200).json
    assert.equal(checks.clock.status, 'degraded')
    assert.match(checks.clock.note, /^-?3[56][0-9]{5} ms from the database$/)
  }
})

it('what one process issues is good at the other at once, and no longer than it is good', async () => {
  for (const [one, other] of pairs()) {
    const signedIn = expectStatus(await signIn(one.http, tenant), 200).json
    const claims = JSON.parse(Buffer.from(signedIn.accessToken.split('.')[1], 'base64url').toString())
    await isIn('the end of the token', new Date(claims.exp * 1000).toISOString(), 15 * 60_000)
    expectStatus(await other.http.get('/api/v1/Admins/me', { token: signedIn.accessToken }), 200)
    const refreshed = expectStatus(await other.http.post('/api/v1/auth/admin/refresh', { refreshToken: signedIn.refreshToken }), 200).json
    expectStatus(await one.http.post('/api/v1/auth/admin/logout', undefined, { token: refreshed.accessToken }), 200)
    expectStatus(await other.http.post('/api/v1/auth/admin/refresh', { refreshToken: refreshed.refreshToken }), 401)
  }
})

it('a lock ends for both when it ends for the database, and whoever waits is told for how long', async () => {
  for (const [one, other] of pairs()) {
    const { email } = expectStatus(await addAdmin(one.http, await tokenOf(one.http), tenant), 201).json
    const wrong = (service: Service) => {
      const headers = { 'x-forwarded-for': '192.0.2.1' }
      return service.http.post(
        '/api/v1/auth/admin/login',
        { identifier: email, password: 'wrong-Lantern-58', tenantId: tenant.id },
        { headers },
      )
    }
    for (let n = 0; n < 5; n++) expectStatus(await wrong(one), 401)
    const locked = expectStatus(await wrong(other), 423)
    await isIn('the end of the lock', locked.json.lockoutEnd, 5 * 60_000)
    const seconds = Number(locked.headers['retry-after'])
    assert.ok(seconds > 270 && seconds <= 300, `Retry-After is ${seconds}`)
  }
})

it('limits and cooldowns are as long as they are', async () => {
  for (const [client, [one]] of pairs().entries()) {
    const headers = { 'x-forwarded-for': `198.51.100.${client}` }
    const ask = () =>
      one.http.post(
        '/api/v1/auth/admin/login',
        { identifier: `nobody-${client}`, password: 'wrong-Lantern-58', isPlatformAdmin: true },
        { headers },
      )
    let refused = await ask()
    for (let n = 0; n < 10 && refused.status !== 429; n++) refused = await ask()
    const seconds = Number(expectStatus(refused, 429).headers['retry-after'])
    assert.ok(seconds > 0 && seconds <= 300, `Retry-After is ${seconds}`)
  }
})

it('a mail leaves either process, and is dated by the database', async () => {
  const token = await tokenOf(ahead.http)
  const emails = Array.from({ length: 12 }, () => `mailed-${randomUUID()}@example.test`)
  for (const [n, email] of emails.entries()) expectStatus(await addAdmin([ahead, behind][n % 2]!.http, token, tenant, email), 201)
  const sent = async () =>
    (await Promise.all([ahead, behind].map(({ dataDirectory }) => readOutbox(dataDirectory))))
      .flat()
      .filter(({ to }) => to?.some(({ address }) => emails.includes(address!)))
  const mails = await eventually('every mail', async () => ((await sent()).length === emails.length ? await sent() : null), 60_000)
  const moment = await now()
  for (const { date } of mails) assert.ok(Math.abs(Date.parse(date!) - moment) < 5 * 60_000, `a mail is dated ${date}`)
  const { rows } = await withClient(databaseUrl, (db) =>
    db.query(
      "select type from events where abs(extract(epoch from now() - created_at)) > 300 union all select kind from jobs where run_at > now() + interval '5 minutes'",
    ),
  )
  assert.deepEqual(rows, [])
})

it('ends as it should after all of it', async () => {
  for (const [service] of pairs()) assert.equal(await service.kill('SIGTERM'), 0)
})

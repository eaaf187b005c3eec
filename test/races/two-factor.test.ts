import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { codeAt, wrongCode } from '../auth/authenticator.ts'
import { client as clientOf } from '../rig/http.ts'
import { throwawayPostgres } from '../rig/postgres.ts'
import { isPostgresInstalled } from '../rig/postgres-install.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { type Service, startReplicas } from '../rig/service.ts'

const password = 'a first password for races'
const identifier = 'superadmin@tenantry.local'
const base = '/api/v1/auth/admin'
const callers = 16

describe('two-factor on two processes', { skip: !isPostgresInstalled() && 'no PostgreSQL server is installed' }, () => {
  let services: Service[]
  let database: pg.Client
  let secret: string
  let token: string
  let backupCodes: string[]

  const post = (n: number, path: string, body?: unknown, bearer?: string) =>
    clientOf(services[n % services.length]!.url).post(`${base}${path}`, body, { token: bearer })
  const login = async () => (await post(0, '/login', { identifier, password, isPlatformAdmin: true })).json
  const pending = async (): Promise<string> => (await login()).twoFactorToken
  const everybody = (call: (n: number) => ReturnType<typeof post>) => race(Array.from({ length: callers }, (_, n) => () => call(n)))
  const code = (steps = 0) => codeAt(secret, new Date(), steps)
  const unlock = () => database.query('update account_activity set failures = 0, locked_until = null; delete from name_failures')
  /** So that a round need not wait half a minute for the next code. */
  const forgetSteps = () => database.query("update credentials set last_step = null where kind = 'totp'")

  /** A new session and new codes: many rounds of sign-ins use up ten codes, and the cap on sessions ends the oldest. */
  const freshCodes = async () => {
    await forgetSteps()
    token = (await post(0, '/2fa/verify', { twoFactorToken: await pending(), code: code() })).json.accessToken
    await forgetSteps()
    backupCodes = (await post(0, '/2fa/backup-codes/regenerate', { code: code() }, token)).json.backupCodes
    await forgetSteps()
  }

  before(async () => {
    const { url } = await throwawayPostgres()
    services = await startReplicas(2, {
      databaseUrl: url,
      env: { RATE_LIMITS: 'off', BOOTSTRAP_ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' },
    })
    database = new pg.Client(url)
    database.on('error', () => {})
    await database.connect()
  })
  after(() => database.end())

  it('keeps the secret of one of several set-ups at once', async () => {
    token = (await login()).accessToken
    const replies = await race([0, 1, 2, 3].map((n) => () => post(n, '/2fa/enable', { password }, token)))
    assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 4 })
    const statuses: number[] = []
    for (const { json } of replies) {
      const confirmed = await post(0, '/2fa/confirm', { code: codeAt(json.secret, new Date()) }, token)
      statuses.push(confirmed.status)
      if (confirmed.status === 200) [secret, backupCodes] = [json.secret, confirmed.json.backupCodes]
    }
    assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '))
  })

  it('lets one of sixteen in with one code, over two pending sign-ins', async () => {
    await everyRound(async () => {
      await forgetSteps()
      const tokens = [await pending(), await pending()]
      const given = code()
      const replies = await everybody((n) => post(n, '/2fa/verify', { twoFactorToken: tokens[(n >> 1) % 2], code: given }))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 1, 401: callers - 1 })
    })
  })

  it('lets one of sixteen in with one pending sign-in, whatever they know', async () => {
    await everyRound(async () => {
      await freshCodes()
      const twoFactorToken = await pending()
      const known = [code(), code(1), backupCodes.pop()]
      const replies = await everybody((n) => post(n, '/2fa/verify', { twoFactorToken, code: known[n % 3] }))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 1, 401: callers - 1 })
    })
  })

  it('takes a backup code once', async () => {
    await everyRound(async () => {
      await freshCodes()
      const tokens = await Promise.all(Array.from({ length: callers }, pending))
      const given = backupCodes.pop()
      const replies = await everybody((n) => post(n, '/2fa/verify', { twoFactorToken: tokens[n], code: given }))
      const statuses = tally(replies.map(({ status }) => status))
      assert.equal(statuses[200], 1, JSON.stringify(statuses))
      await unlock()
    })
  })

  it('looks at five wrong codes and no more, and locks once', async () => {
    await everyRound(async () => {
      const tokens = await Promise.all(Array.from({ length: callers }, pending))
      const locks = "select count(*)::int as n from events where type = 'auth.account.locked'"
      const before = (await database.query(locks)).rows[0].n
      const given = wrongCode(secret, new Date())
      const replies = await everybody((n) => post(n, '/2fa/verify', { twoFactorToken: tokens[n], code: given }))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 401: 5, 423: callers - 5 })
      assert.equal((await database.query(locks)).rows[0].n, before + 1)
      await unlock()
    })
  })

  it('leaves no old backup code good beside a regeneration', async () => {
    await everyRound(async () => {
      await freshCodes()
      const [old, unused] = [backupCodes.pop(), backupCodes[0]]
      const twoFactorToken = await pending()
      const later = await pending()
      const [made, used] = await race([
        () => post(0, '/2fa/backup-codes/regenerate', { code: code() }, token),
        () => post(1, '/2fa/verify', { twoFactorToken, code: old }),
      ])
      assert.equal(made?.status, 200, made?.text)
      assert.ok(used?.status === 200 || used?.status === 401)
      assert.equal((await post(1, '/2fa/verify', { twoFactorToken: later, code: unused })).status, 401)
      backupCodes = made?.json.backupCodes
      await unlock()
    })
  })

  it('leaves one session of sign-ins that run beside switching it off', async () => {
    await freshCodes()
    const tokens = await Promise.all(Array.from({ length: 8 }, pending))
    const codes = backupCodes.splice(0, 8)
    const [off, ...others] = await race([
      () => post(0, '/2fa/disable', { password, code: code() }, token),
      ...tokens.map((twoFactorToken, n) => () => post(n, '/2fa/verify', { twoFactorToken, code: codes[n] })),
    ])
    assert.equal(off?.status, 200, off?.text)
    for (const { status, json } of others) {
      assert.ok(status === 200 || status === 401)
      if (status === 200) assert.equal((await post(1, '/refresh', { refreshToken: json.refreshToken })).status, 401)
    }
    assert.equal((await database.query('select count(*)::int as n from sessions where ended_at is null')).rows[0].n, 1)
  })
})

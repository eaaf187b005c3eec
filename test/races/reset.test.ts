import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { client as clientOf } from '../rig/http.ts'
import { outboxFiles, readOutbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres } from '../rig/postgres.ts'
import { isPostgresInstalled } from '../rig/postgres-install.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { type Service, startReplicas } from '../rig/service.ts'

const email = 'superadmin@tenantry.local'
const base = '/api/v1/auth/admin'
const callers = 16

describe('passwords on two processes', { skip: !isPostgresInstalled() && 'no PostgreSQL server is installed' }, () => {
  let services: Service[]
  let database: pg.Client
  let password = 'a first password for races'
  let made = 0
  const another = () => `another password for races, number ${made++}`
  let client = 0

  /** Each from a client of its own: the limits of one address are another test's. */
  const post = (n: number, path: string, body?: unknown, token?: string) =>
    clientOf(services[n % services.length]!.url).post(path, body, {
      token,
      headers: { 'x-forwarded-for': `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client++ & 255}` },
    })
  const everybody = (call: (n: number) => ReturnType<typeof post>, count = callers) =>
    race(Array.from({ length: count }, (_, n) => () => call(n)))
  const signIn = (n: number, given: string) => post(n, `${base}/login`, { identifier: email, password: given, isPlatformAdmin: true })
  const forgetLimits = () => database.query('delete from code_limits')
  const mailsBesides = async (known: ReadonlySet<string>) =>
    (await Promise.all(services.map(({ dataDirectory }) => readOutbox(dataDirectory, known)))).flat()

  /** Asks for a reset and waits for its mail. */
  async function mailed(method: 'otp' | 'magic-link', pattern: RegExp): Promise<string> {
    await forgetLimits()
    const before = new Set(services.flatMap(({ dataDirectory }) => outboxFiles(dataDirectory)))
    assert.equal((await post(0, `${base}/request-password-reset`, { email, method })).status, 202)
    return await eventually('a reset mail', async () => {
      const fresh = await mailsBesides(before)
      return fresh.flatMap(({ text }) => pattern.exec(text ?? '')?.[1] ?? [])[0]
    })
  }
  const code = () => mailed('otp', /^\s*([0-9]{6})\s*$/m)
  const verify = (n: number, body: object) => post(n, `${base}/verify-reset-otp`, body)
  const reset = (n: number, body: object) => post(n, `${base}/reset-password`, body)

  /** Of passwords that raced, exactly the winner's is the account's now. */
  async function assertOneWon(
    replies: Awaited<ReturnType<typeof everybody>>,
    passwords: readonly string[],
    refused: Record<string, number>,
  ) {
    assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 1, ...refused })
    const won = replies.findIndex(({ status }) => status === 200)
    for (const [n, given] of passwords.entries()) {
      assert.equal((await signIn(n, given)).status, n === won ? 200 : 401)
      await database.query('update account_activity set failures = 0, locked_until = null; delete from name_failures')
    }
    password = passwords[won] as string
  }

  before(async () => {
    const { url } = await throwawayPostgres()
    services = await startReplicas(2, {
      databaseUrl: url,
      env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', BOOTSTRAP_ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' },
    })
    database = new pg.Client(url)
    database.on('error', () => {})
    await database.connect()
  })
  after(() => database.end())

  it('sends one of sixteen codes that a client asks for at once, and two of those that six clients ask for', async () => {
    await everyRound(async () => {
      const count = async () => {
        await eventually(
          'every request done',
          async () => (await database.query("select from jobs where kind in ('password-reset.send', 'email.send')")).rowCount === 0,
        )
        return (await database.query("select count(*)::int as n from emails where template = 'password_reset_otp'")).rows[0].n
      }
      const ask = (n: number, address: string) =>
        clientOf(services[n % services.length]!.url).post(
          `${base}/request-password-reset`,
          { email },
          { headers: { 'x-forwarded-for': address } },
        )
      await forgetLimits()
      const before = await count()
      const own = `172.16.${(client >> 8) & 255}.${client++ & 255}`
      const replies = await everybody((n) => ask(n, own))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 202: 1, 429: callers - 1 })
      assert.equal(await count(), before + 1)
      await forgetLimits()
      const others = await everybody((n) => ask(n, `172.17.${(client >> 8) & 255}.${client++ & 255}`), 6)
      assert.deepEqual(tally(others.map(({ status }) => status)), { 202: 6 })
      // one within the cooldown, and the one an hour that need not wait for it
      assert.equal(await count(), before + 3)
    })
  })

  it('sends five of sixteen passwords that an admin has made for another at once', async () => {
    const { accessToken } = (await signIn(0, password)).json
    const { rows } = await database.query("select id from roles where tenant_id is null and name = 'PlatformViewer'")
    await everyRound(async () => {
      await forgetLimits()
      // no welcome: it would be one of the five
      const name = { email: `mailed-${made++}@example.test`, firstName: 'A', lastName: 'B' }
      const person = { ...name, roleId: rows[0].id, password: another(), sendInvitation: false }
      const { id } = (await post(0, '/api/v1/Admins', person, accessToken)).json
      const replies = await everybody((n) => post(n, `/api/v1/Admins/${id}/reset-password`, undefined, accessToken))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 5, 429: callers - 5 })
      const count = `select count(*)::int as n from emails where template = 'admin_temp_password' and recipient_id = '${id}'`
      assert.equal((await database.query(count)).rows[0].n, 5)
    })
  })

  it('looks at three of fifty guesses', async () => {
    await everyRound(async () => {
      const right = await code()
      const wrong = right === '000000' ? '000001' : '000000'
      const replies = await everybody((n) => verify(n, { email, code: wrong }), 50)
      const told = replies.map(({ json }) => `${json.code} ${json.attemptsRemaining}`)
      assert.deepEqual(tally(told), { 'otp_invalid 2': 1, 'otp_invalid 1': 1, 'otp_invalid 0': 1, 'otp_exhausted 0': 47 })
      assert.equal((await verify(0, { email, code: right })).json.code, 'otp_exhausted')
    })
  })

  it('takes a code once, and a link once', async () => {
    await everyRound(async () => {
      const right = await code()
      const codes = await everybody((n) => verify(n, { email, code: right }))
      assert.deepEqual(tally(codes.map(({ status }) => status)), { 200: 1, 400: callers - 1 })
      const token = await mailed('magic-link', /#token=([A-Za-z0-9_-]{43})/)
      const links = await everybody((n) => verify(n, { token }))
      assert.deepEqual(tally(links.map(({ status }) => status)), { 200: 1, 400: callers - 1 })
    })
  })

  it('takes a challenge once: one new password', async () => {
    await everyRound(async () => {
      const { challengeToken } = (await verify(0, { email, code: await code() })).json
      const passwords = Array.from({ length: callers }, another)
      const replies = await everybody((n) => reset(n, { challengeToken, newPassword: passwords[n] }), passwords.length)
      await assertOneWon(replies, passwords, { 400: passwords.length - 1 })
      const more = await everybody((n) => reset(n, { challengeToken, newPassword: another() }))
      assert.deepEqual(tally(more.map(({ json }) => json.code)), { otp_invalid: callers })
    })
  })

  it('takes a code with a new password once', async () => {
    await everyRound(async () => {
      const right = await code()
      const passwords = Array.from({ length: callers }, another)
      const replies = await everybody((n) => reset(n, { email, code: right, newPassword: passwords[n] }), passwords.length)
      await assertOneWon(replies, passwords, { 400: passwords.length - 1 })
    })
  })

  it('lets one of several changes of the password win', async () => {
    await everyRound(async () => {
      const { accessToken, user } = (await signIn(0, password)).json
      // no more than that: a late one is a wrong present password, and the fifth of those would lock
      const passwords = Array.from({ length: 5 }, another)
      const body = (n: number) => ({ currentPassword: password, newPassword: passwords[n] })
      const replies = await everybody((n) => post(n, `/api/v1/Admins/${user.id}/change-password`, body(n), accessToken), passwords.length)
      await assertOneWon(replies, passwords, { 401: passwords.length - 1 })
    })
  })

  it('leaves no challenge alive that was made beside a completed reset', async () => {
    await everyRound(async () => {
      const { challengeToken } = (await verify(0, { email, code: await code() })).json
      const right = await code()
      const newPassword = another()
      const [done, beside] = await race([() => reset(0, { challengeToken, newPassword }), () => verify(1, { email, code: right })])
      assert.equal(done?.status, 200, done?.text)
      password = newPassword
      if (beside?.status === 200) {
        const late = await reset(1, { challengeToken: beside.json.challengeToken, newPassword: another() })
        assert.equal(late.json.code, 'otp_invalid')
      }
    })
  })
})

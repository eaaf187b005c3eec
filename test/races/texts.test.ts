/** Codes by text on two processes over one PostgreSQL. */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { uuidv7 } from '#core/uuid.ts'
import { type Gateway, startGateway } from '../rig/gateway.ts'
import { client as clientOf } from '../rig/http.ts'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres } from '../rig/postgres.ts'
import { isPostgresInstalled } from '../rig/postgres-install.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { type Service, startReplicas } from '../rig/service.ts'

const base = '/api/v1/auth/user'
const callers = 16

describe('codes by text on two processes', { skip: !isPostgresInstalled() && 'no PostgreSQL server is installed' }, () => {
  let services: Service[]
  let database: pg.Client
  let gateway: Gateway
  let tenantId: string
  let client = 0

  const post = (n: number, path: string, body: unknown, address?: string) =>
    clientOf(services[n % services.length]!.url).post(path, body, {
      headers: { 'x-forwarded-for': address ?? `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client++ & 255}` },
    })
  const everybody = (call: (n: number) => ReturnType<typeof post>, count = callers) =>
    race(Array.from({ length: count }, (_, n) => () => call(n)))
  const send = (n: number, phoneNumber: string, address?: string) => post(n, `${base}/send-phone-verification`, { phoneNumber }, address)
  const verify = (n: number, phoneNumber: string, code: string) => post(n, `${base}/verify-phone`, { phoneNumber, code })
  const newNumber = () => `+96279${String(randomInt(10_000_000)).padStart(7, '0')}`
  const codesTo = (number: string) => gateway.texts.filter(({ to }) => to === number).map(({ body }) => /\b[0-9]{6}\b/.exec(body)![0])
  const jobsDone = () =>
    eventually(
      'every text to leave',
      async () => (await database.query("select from jobs where kind in ('phone-verification.send', 'text.send')")).rowCount === 0,
    )

  async function addUsers(number: string, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => uuidv7(new Date()))
    for (const id of ids) {
      await database.query(
        `insert into accounts (id, kind, tenant_id, email, search, phone_number, created_at) values ($1, 'user', $2, $3, '', $4, now())`,
        [id, tenantId, `${id}@example.test`, number],
      )
    }
    return ids
  }
  /** Users with a number, and the codes they were texted. */
  async function coded(count = 1): Promise<{ number: string; ids: string[]; codes: string[] }> {
    const number = newNumber()
    const ids = await addUsers(number, count)
    assert.equal((await send(0, number)).status, 202)
    await jobsDone()
    return { number, ids, codes: codesTo(number) }
  }
  const proved = async (ids: readonly string[]) =>
    (await database.query('select from accounts where id = any($1) and phone_verified_at is not null', [ids])).rowCount

  before(async () => {
    gateway = await startGateway()
    const { url } = await throwawayPostgres()
    const password = 'a first password for races'
    services = await startReplicas(2, {
      databaseUrl: url,
      env: {
        ...{ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', BOOTSTRAP_ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' },
        SMS_URL: `http://${gateway.host}/`,
      },
    })
    database = new pg.Client(url)
    database.on('error', () => {})
    await database.connect()
    const credentials = { identifier: 'superadmin@tenantry.local', password, isPlatformAdmin: true }
    const { accessToken } = (await post(0, '/api/v1/auth/admin/login', credentials)).json
    const made = await clientOf(services[0]!.url).post('/api/v1/Tenants', { name: 'Texted' }, { token: accessToken })
    assert.equal(made.status, 201, made.text)
    tenantId = made.json.id
  })
  after(() => database.end())

  it('takes a code once of sixteen callers', async () => {
    await everyRound(async () => {
      const { number, ids, codes } = await coded()
      const replies = await everybody((n) => verify(n, number, codes[0]!))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 1, 400: callers - 1 })
      assert.equal(await proved(ids), 1)
      const { rowCount } = await database.query("select from events where type = 'user.verified' and entity_id = $1", [ids[0]])
      assert.equal(rowCount, 1)
    })
  })

  it('looks at three of fifty guesses, on every account of the number', async () => {
    await everyRound(async () => {
      const { number, ids, codes } = await coded(3)
      assert.equal(codes.length, 3)
      const wrong = ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code))!
      const replies = await everybody((n) => verify(n, number, wrong), 50)
      const told = replies.map(({ json }) => `${json.code} ${json.attemptsRemaining}`)
      assert.deepEqual(tally(told), { 'otp_invalid 2': 1, 'otp_invalid 1': 1, 'otp_invalid 0': 1, 'otp_exhausted 0': 47 })
      for (const code of codes) assert.equal((await verify(0, number, code)).status, 400)
      assert.equal(await proved(ids), 0)
    })
  })

  it('sends one text of sixteen that a client asks for at once, and two of those that many clients ask for', async () => {
    await everyRound(async () => {
      const [one, many] = [newNumber(), newNumber()]
      for (const number of [one, many]) await addUsers(number, 1)
      const own = `172.16.${(client >> 8) & 255}.${client++ & 255}`
      const replies = await everybody((n) => send(n, one, own))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 202: 1, 429: callers - 1 })
      const others = await everybody((n) => send(n, many))
      assert.deepEqual(tally(others.map(({ status }) => status)), { 202: callers })
      await jobsDone()
      assert.equal(codesTo(one).length, 1)
      // one within the cooldown, and the one an hour that need not wait for it
      assert.equal(codesTo(many).length, 2)
    })
  })

  it('proves no number that is changed at the same time, unless it was proved before', async () => {
    await everyRound(async () => {
      const { number, ids, codes } = await coded()
      const other = newNumber()
      const moved = 'update accounts set phone_number = $2, phone_verified_at = null where id = $1'
      await race<unknown>([
        () => verify(0, number, codes[0]!),
        () => database.query(moved, [ids[0], other]),
        () => verify(1, number, codes[0]!),
      ])
      const { rows } = await database.query('select phone_number, phone_verified_at from accounts where id = $1', [ids[0]])
      assert.deepEqual(rows[0], { phone_number: other, phone_verified_at: null })
    })
  })
})

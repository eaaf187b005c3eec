import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startApp, superAdmin, type TestApp } from '../harness.ts'
import { race, tally } from '../rig/race.ts'
import { lastReset, mailsTo, runResets } from './mail.ts'
import { addAdmin, addTenant, type TestAdmin } from './people.ts'

const base = '/api/v1/auth/admin'
const where = ({ email, tenantId }: TestAdmin) => ({ email, ...(tenantId && { tenantId }) })
const bare = ({ status, json }: { status: number; json: Record<string, unknown> }): Record<string, unknown> => ({ ...json, status })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('limits of a reset', () => {
  let limited: TestApp
  let place: string
  before(async () => {
    limited = await startApp({
      env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', OTP_SENDS_PER_TENANT_DAY: '8', OTP_WRONG_CODES_PER_DAY: '12' },
    })
    place = await addTenant(limited)
  })
  let client = 0
  /** From another address each time: what is tested is not the limit of one client. */
  const from = () => ({ headers: { 'x-forwarded-for': `10.0.${client >> 8}.${client++ & 255}` } })
  const askFresh = (body: object) => limited.post(`${base}/request-password-reset`, body, from())
  const proveFresh = (body: object) => limited.post(`${base}/verify-reset-otp`, body, from())

  it('refuse a client a second send inside the cooldown, known or unknown, and stay silent past the hour', async () => {
    const admin = await addAdmin(limited, place)
    const curves: unknown[] = []
    for (const email of [admin.email, `nobody-${randomUUID()}@example.test`]) {
      const own = from()
      const ask = () => limited.post(`${base}/request-password-reset`, { email, tenantId: place }, own)
      const answers = [bare(await ask()), bare(await ask())]
      limited.clock.turn(30_000)
      const second = await ask()
      assert.equal(second.status, 429)
      assert.equal(second.json.code, 'rate_limited')
      assert.ok(second.json.retryAfterSeconds >= 29 && second.json.retryAfterSeconds <= 30)
      assert.equal(second.headers['retry-after'], String(second.json.retryAfterSeconds))
      for (let send = 2; send <= 7; send++) {
        limited.clock.turn(61_000)
        answers.push(bare(await askFresh({ email, tenantId: place })))
        await runResets(limited)
      }
      const curve = answers.map(({ status, code, retryAfterSeconds }) => [status, code, Math.ceil(Number(retryAfterSeconds) / 2)])
      curves.push(curve)
    }
    assert.deepEqual(curves[1], curves[0])
    assert.equal((await mailsTo(limited, admin.id)).length, 5)
  })

  it('leave the owner a send, though two strange clients ask for all they can', async () => {
    for (const method of ['otp', 'magic-link']) {
      const admin = await addAdmin(limited, await addTenant(limited))
      const strangers = [from(), from()]
      const ask = (who: { headers: object }) => limited.post(`${base}/request-password-reset`, { ...where(admin), method }, who as never)
      const sent = async () => (await mailsTo(limited, admin.id)).length
      for (let round = 0; round < 5; round++) {
        for (const stranger of strangers) {
          assert.equal((await ask(stranger)).status, 202)
          await sent()
          limited.clock.turn(61_000)
        }
      }
      for (const stranger of strangers) assert.equal((await ask(stranger)).status, 429, 'the hour of a client')
      assert.equal(await sent(), 4)
      assert.equal((await ask(from())).status, 202)
      assert.equal(await sent(), 5)
      const proof = await lastReset(limited, admin.id)
      assert.equal((await proveFresh(proof.token ? proof : { ...where(admin), ...proof })).status, 200)
      // and the hour of the account holds, whoever asks
      assert.equal((await ask(from())).status, 202)
      assert.equal(await sent(), 5)
      // inside the cooldown that a stranger began
      limited.clock.turn(3600_000)
      await ask(from())
      const before = await sent()
      await ask(from())
      assert.equal(await sent(), before + 1)
    }
  })

  it('leave the same rows for nobody, for one account and for ten, and then a mail for each account', async () => {
    const email = `ten-${randomUUID()}@example.test`
    for (let n = 0; n < 10; n++) await addAdmin(limited, await addTenant(limited), { email })
    const one = await addAdmin(limited, await addTenant(limited))
    const { kysely } = limited.open.service.database
    const rows = async (): Promise<Record<string, number>> => {
      const tables = ['jobs', 'code_limits', 'one_time_codes', 'challenges', 'emails', 'events', 'outbox']
      // refusals of the tests above are told in the background
      const of: Record<string, ReturnType<typeof sql>> = {
        events: sql`where type <> 'access.rate_limited'`,
        outbox: sql`where event_id not in (select id from events where type = 'access.rate_limited')`,
      }
      const counts = tables.map(
        (table) => sql`(select count(*)::integer from ${sql.table(table)} ${of[table] ?? sql``}) as ${sql.ref(table)}`,
      )
      return (await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(kysely)).rows[0]!
    }
    for (const method of ['otp', 'magic-link']) {
      const left: unknown[] = []
      for (const asked of [`nobody-${randomUUID()}@example.test`, one.email, email]) {
        await runResets(limited)
        const before = await rows()
        const { status, json } = await askFresh({ email: asked, method })
        left.push([status, json, ...Object.entries(await rows()).map(([table, n]) => [table, n - before[table]!])])
      }
      assert.deepEqual(left.slice(1), [left[0], left[0]], method)
    }
    await runResets(limited)
    const { rows: mails } = await sql<{ n: number }>`
      select count(*)::integer as n from emails where recipient_address = ${email} group by recipient_id`.execute(kysely)
    assert.deepEqual(
      mails.map(({ n }) => n),
      Array.from({ length: 10 }, () => 2),
    )
  })

  it('send no more than the day of a tenant allows', async () => {
    // five were sent above
    const counts: number[] = []
    for (let send = 1; send <= 4; send++) {
      const admin = await addAdmin(limited, place)
      assert.equal((await askFresh(where(admin))).status, 202)
      counts.push((await mailsTo(limited, admin.id)).length)
    }
    assert.deepEqual(counts, [1, 1, 1, 0])
  })

  it('look at no guess any more after as many wrong ones in a day as are allowed; links still work', async () => {
    const elsewhere = await addTenant(limited)
    const admin = await addAdmin(limited, elsewhere)
    const newCode = async () => {
      limited.clock.turn(61_000)
      assert.equal((await askFresh(where(admin))).status, 202)
      return (await lastReset(limited, admin.id)).code as string
    }
    for (let send = 1; send <= 4; send++) {
      const code = await newCode()
      for (let guess = 1; guess <= 3; guess++) await proveFresh({ ...where(admin), code: wrong(code) })
    }
    limited.clock.turn(3600_000)
    const code = await newCode()
    const right = await proveFresh({ ...where(admin), code })
    assert.equal(right.status, 400)
    assert.deepEqual([right.json.code, right.json.attemptsRemaining], ['otp_invalid', 2])
    limited.clock.turn(61_000)
    await askFresh({ ...where(admin), method: 'magic-link' })
    const { token } = await lastReset(limited, admin.id)
    assert.equal((await proveFresh({ token })).status, 200)
    limited.clock.turn(24 * 3600_000)
    assert.equal((await proveFresh({ ...where(admin), code: await newCode() })).status, 200)
  })

  it('hold for the mails that admins cause: a mailbox is sent five an hour, or nothing changes', async () => {
    const admin = await addAdmin(limited, await addTenant(limited))
    const root = async () => (await limited.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken
    let token = await root()
    const call = (method: 'PUT' | 'POST', path: string, body?: object) =>
      limited.request(method, `/api/v1/${path}`, { token, ...(body && { body }), ...from() })
    const told = async () => (await mailsTo(limited, admin.id)).length
    const replies = await race(Array.from({ length: 16 }, () => () => call('POST', `Admins/${admin.id}/reset-password`)))
    assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 5, 429: 11 })
    for (const { status, json, headers } of replies.filter(({ status }) => status === 429)) {
      assert.deepEqual([status, json.code], [429, 'rate_limited'])
      assert.ok(json.retryAfterSeconds > 3500 && headers['retry-after'] === String(json.retryAfterSeconds))
    }
    assert.equal(await told(), 5)
    // another address would have to be told at the old one
    const newEmail = `second-${admin.email}`
    const before = await limited.get(`/api/v1/Admins/${admin.id}`, { token, ...from() })
    assert.equal((await call('PUT', `Admins/${admin.id}`, { email: newEmail, firstName: 'Another' })).status, 429)
    const after = await limited.get(`/api/v1/Admins/${admin.id}`, { token, ...from() })
    assert.deepEqual(after.json, before.json)
    assert.equal(await told(), 5)
    limited.clock.turn(3601_000)
    token = await root()
    assert.equal((await call('PUT', `Admins/${admin.id}`, { email: newEmail })).status, 200)
    assert.equal(await told(), 7)
    // eight a day for the platform, whoever they go to; then five an hour to one stranger
    const stranger = { email: `stranger-${randomUUID()}@example.test`, firstName: 'A', lastName: 'Stranger' }
    const invite = async () => (await call('POST', 'Tenants', { name: `Of ${randomUUID()}`, admin: stranger })).status
    const invited = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from emails where recipient_address = ${stranger.email}`.execute(limited.open.service.database.kysely)
      return rows[0]!.n
    }
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push(await invite())
    assert.deepEqual([statuses, await invited()], [[201, 201, 429], 2])
    limited.clock.turn(24 * 3600_000)
    token = await root()
    for (let n = 0; n < 6; n++) statuses.push(await invite())
    assert.deepEqual([statuses.slice(3), await invited()], [[201, 201, 201, 201, 201, 429], 7])
    const { rows } = await sql`select from accounts where email = ${stranger.email}`.execute(limited.open.service.database.kysely)
    assert.equal(rows.length, 7, 'nobody is made who was not told')
  })
})

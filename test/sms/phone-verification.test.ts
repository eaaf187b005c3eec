/** Proving a phone number: who is texted, what proves it, and that nobody is told whose it is. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { bareReply } from '../abuse/bare-replies.ts'
import { addTenant, change, eventsOf, setAccount, setSettings, setTenant } from '../auth/people.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { type Gateway, startGateway } from '../rig/gateway.ts'
import { eventually } from '../rig/ports.ts'
import { addUser, codesTo, newNumber, textsDone } from './users.ts'

const area = '/api/v1/auth/user'
let app: TestApp
let gateway: Gateway
let tenantId: string
let tenantCode: string
before(async () => {
  gateway = await startGateway()
  const env = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', SMS_URL: `http://${gateway.host}/` }
  app = await startApp({ background: true, env })
  tenantId = await addTenant(app)
  tenantCode = await codeOf(tenantId)
})

const codeOf = async (id: string) =>
  (await app.open.service.database.kysely.selectFrom('tenants').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code
let clients = 0
/** Each from a client of its own, unless one is named. */
const newClient = () => `192.0.2.${1 + (++clients % 250)}`
const post = (path: string, body: object, client = `10.${clients >> 8}.${clients & 255}.${(++clients % 250) + 1}`) =>
  app.post(`${area}/${path}`, body, { headers: { 'x-forwarded-for': client } })
const send = (phoneNumber: string, more: object = {}, client?: string) => post('send-phone-verification', { phoneNumber, ...more }, client)
const verify = (phoneNumber: string, code: string, more: object = {}) => post('verify-phone', { phoneNumber, code, ...more })
const wrongFor = (codes: readonly string[]) => ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code)) as string
const isProved = async (id: string) =>
  (await app.open.service.database.kysely.selectFrom('accounts').select('phoneVerifiedAt').where('id', '=', id).executeTakeFirstOrThrow())
    .phoneVerifiedAt !== null
/** Asks for codes and waits for them. */
async function codesFor(phoneNumber: string, more: object = {}): Promise<string[]> {
  const earlier = codesTo(gateway, phoneNumber).length
  expectStatus(await send(phoneNumber, more), 202)
  await textsDone(app)
  return codesTo(gateway, phoneNumber).slice(earlier)
}

describe('a texted code', () => {
  it('proves the number, once, and the events say so without it', async () => {
    const number = newNumber()
    const id = await addUser(app, tenantId, number)
    const reply = expectStatus(await send(number, { tenantCode }), 202)
    assert.deepEqual(reply.json, { sent: true, retryAfterSeconds: 60 })
    await textsDone(app)
    const [code, ...others] = codesTo(gateway, number)
    assert.equal(others.length, 0)
    assert.equal(await isProved(id), false)
    const right = expectStatus(await verify(number, code as string, { tenantCode }), 200)
    assert.equal(right.json.message, 'The phone number is confirmed.')
    assert.equal(await isProved(id), true)
    assert.deepEqual(await eventsOf(app, id), ['auth.otp.sent', 'user.verified'])
    assert.equal(expectStatus(await verify(number, code as string, { tenantCode }), 400).json.code, 'otp_invalid')
    const rows = await app.open.service.database.kysely.selectFrom('events').selectAll().where('entityId', '=', id).execute()
    assert.equal(rows.at(-1)?.data.verificationType, 'phone')
    for (const text of [JSON.stringify(rows), JSON.stringify(app.logs)]) assert.ok(!text.includes(code as string) && !text.includes(number))
    assert.deepEqual(await codesFor(number), [], 'a number that is proved is texted no more')
  })

  it('is good for ten minutes and three attempts, and is text of six digits', async () => {
    const [late, guessed] = [newNumber(), newNumber()]
    for (const number of [late, guessed]) await addUser(app, tenantId, number)
    const [code] = (await codesFor(late)) as [string]
    app.clock.turn(minutesMs(10) + 1000)
    assert.equal(expectStatus(await verify(late, code), 400).json.code, 'otp_expired')
    const right = (await codesFor(guessed)) as [string]
    for (const left of [2, 1, 0]) {
      const { json } = expectStatus(await verify(guessed, wrongFor(right)), 400)
      assert.deepEqual([json.code, json.attemptsRemaining], ['otp_invalid', left])
    }
    assert.equal(expectStatus(await verify(guessed, right[0]), 400).json.code, 'otp_exhausted')
    for (const code of [123456, '12345', '1234567', '١٢٣٤٥٦', null])
      assert.equal(expectStatus(await post('verify-phone', { phoneNumber: guessed, code }), 400).json.errors[0].field, 'code')
  })

  it('dies when the account has another number, and a newer one takes its place', async () => {
    const [old, other] = [newNumber(), newNumber()]
    const id = await addUser(app, tenantId, old)
    const [first] = (await codesFor(old)) as [string]
    await setAccount(app, id, { phoneNumber: other })
    for (const number of [old, other]) expectStatus(await verify(number, first), 400)
    assert.equal(await isProved(id), false)
    app.clock.turn(minutesMs(2))
    const [second] = (await codesFor(other)) as [string]
    app.clock.turn(minutesMs(2))
    const [third] = (await codesFor(other)) as [string]
    if (second !== third) expectStatus(await verify(other, second), 400)
    expectStatus(await verify(other, third), 200)
  })

  it('speaks the language of the account, else of its tenant', async () => {
    const [own, tenants] = [newNumber(), newNumber()]
    const arabic = await addTenant(app, { name: 'شركة' })
    await setSettings(app, arabic, { language: 'ar' })
    await addUser(app, tenantId, own, { language: 'ar' })
    await addUser(app, arabic, tenants)
    for (const number of [own, tenants]) {
      await codesFor(number)
      assert.match(gateway.texts.findLast(({ to }) => to === number)!.body, /رمز التحقق/)
    }
  })
})

describe('a number that several accounts share', () => {
  it('gets a code for each, three at most, and each proves its own', async () => {
    const number = newNumber()
    const other = await addTenant(app)
    const ids = []
    for (const place of [tenantId, tenantId, other, other]) ids.push(await addUser(app, place, number))
    const codes = await codesFor(number)
    assert.equal(codes.length, 3)
    for (const code of codes) await verify(number, code)
    const proved = []
    for (const id of ids) proved.push(await isProved(id))
    // two codes are the same once in 300,000 runs
    assert.deepEqual(proved, [true, true, true, false])
    assert.equal((await codesFor(number)).length, 1)
  })

  it('loses an attempt of every code by a wrong one', async () => {
    const number = newNumber()
    const ids = [await addUser(app, tenantId, number), await addUser(app, await addTenant(app), number)]
    const codes = await codesFor(number)
    for (let n = 0; n < 3; n++) expectStatus(await verify(number, wrongFor(codes)), 400)
    for (const code of codes) expectStatus(await verify(number, code), 400)
    for (const id of ids) assert.equal(await isProved(id), false)
  })

  it('is looked for in one tenant where that is named', async () => {
    const number = newNumber()
    const other = await addTenant(app)
    const [here, there] = [await addUser(app, tenantId, number), await addUser(app, other, number)]
    const [code, ...none] = await codesFor(number, { tenantCode })
    assert.equal(none.length, 0)
    expectStatus(await verify(number, code as string, { tenantCode: await codeOf(other) }), 400)
    expectStatus(await verify(number, code as string, { tenantCode: tenantCode.toUpperCase() }), 200)
    assert.deepEqual([await isProved(here), await isProved(there)], [true, false])
  })
})

describe('nobody is told whose a number is', () => {
  const suspended = async () => {
    const id = await addTenant(app)
    const number = newNumber()
    await addUser(app, id, number)
    await setTenant(app, id, { status: 'Suspended' })
    return number
  }
  const withState = async (set: Record<string, unknown>) => {
    const number = newNumber()
    await setAccount(app, await addUser(app, tenantId, number), set)
    return number
  }
  const silent: Record<string, () => Promise<string>> = {
    'an account whose number is proved': () => withState({ phoneVerifiedAt: app.clock.now() }),
    'a blocked account': () => withState({ isBlocked: true }),
    'a deactivated account': () => withState({ isActive: false }),
    'a deleted account': () => withState({ deletedAt: app.clock.now() }),
    'an account of a suspended tenant': suspended,
    nobody: async () => newNumber(),
  }
  const known = async () => {
    const number = newNumber()
    await addUser(app, tenantId, number)
    return number
  }

  it('by the answer to a send, nor to a second one, nor to guesses', async () => {
    const curve = async (number: string, more: object) => {
      const client = `198.51.100.${(++clients % 250) + 1}`
      const replies = [bareReply(await send(number, more, client)), bareReply(await send(number, more, client))]
      await textsDone(app)
      const guess = wrongFor(codesTo(gateway, number))
      for (let n = 0; n < 5; n++) replies.push(bareReply(await verify(number, guess, more)))
      return replies
    }
    for (const more of [{}, { tenantCode }]) {
      const wanted = await curve(await known(), more)
      assert.deepEqual(
        wanted.slice(0, 2).map(({ status }) => status),
        [202, 429],
      )
      for (const [name, make] of Object.entries(silent)) assert.deepEqual(await curve(await make(), more), wanted, name)
    }
    const nowhere = await curve(newNumber(), { tenantCode: `none-${randomUUID().slice(0, 8)}` })
    assert.deepEqual(nowhere, await curve(await known(), { tenantCode }))
  })

  it('and only who may use an account, and has not proved the number, is texted', async () => {
    for (const [name, make] of Object.entries(silent)) assert.deepEqual(await codesFor(await make()), [], name)
    assert.equal((await codesFor(await known())).length, 1)
  })

  it('400 for premium, short and malformed numbers, for everybody alike', async () => {
    for (const number of [
      '+19005551234',
      '+449098790000',
      '+979123456789',
      '+1911123',
      '+9629111',
      `+${'1'.repeat(30)}`,
      '+96279000000a',
      '',
    ]) {
      const before = expectStatus(await send(number), 400)
      assert.equal(before.json.errors[0].field, 'phoneNumber', number)
      if (/^\+[1-9][0-9]{6,14}$/.test(number)) {
        await addUser(app, tenantId, number)
        assert.deepEqual(bareReply(await send(number)), bareReply(before))
      }
    }
    expectStatus(await post('send-phone-verification', { phoneNumber: newNumber(), isProved: true }), 400)
  })
})

describe('how often a number is texted', () => {
  it('429 inside the client’s own cooldown; another client is told nothing', async () => {
    const number = newNumber()
    await addUser(app, tenantId, number)
    const client = newClient()
    expectStatus(await send(number, {}, client), 202)
    const again = expectStatus(await send(number, {}, client), 429)
    assert.equal(again.headers['retry-after'], String(again.json.retryAfterSeconds))
    // one of them inside the cooldown of the account, once an hour; then none
    for (let n = 0; n < 4; n++) assert.deepEqual(expectStatus(await send(number), 202).json, { sent: true, retryAfterSeconds: 60 })
    await textsDone(app)
    assert.equal(codesTo(gateway, number).length, 2)
  })

  it('so often a day whoever asks, and so often a day for its tenant', async () => {
    const env = {
      ...{ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', SMS_URL: `http://${gateway.host}/`, OTP_SENDS_PER_ACCOUNT_HOUR: '1000' },
      ...{ SMS_PER_NUMBER_DAY: '3', SMS_PER_TENANT_DAY: '4', OTP_SENDS_PER_TENANT_DAY: '1' },
    }
    const capped = await startApp({ background: true, env })
    const place = await addTenant(capped)
    const ask = async (phoneNumber: string) => {
      capped.clock.turn(minutesMs(2))
      const earlier = codesTo(gateway, phoneNumber).length
      const headers = { 'x-forwarded-for': `203.0.113.${(++clients % 250) + 1}` }
      assert.deepEqual(expectStatus(await capped.post(`${area}/send-phone-verification`, { phoneNumber }, { headers }), 202).json, {
        sent: true,
        retryAfterSeconds: 60,
      })
      await textsDone(capped)
      return codesTo(gateway, phoneNumber).length - earlier
    }
    const [shared, other] = [newNumber(), newNumber()]
    for (let n = 0; n < 2; n++) await addUser(capped, place, shared)
    await addUser(capped, place, other)
    assert.equal(await ask(shared), 2)
    assert.equal(await ask(shared), 1, 'the third of the number')
    assert.equal(await ask(shared), 0)
    assert.equal(await ask(other), 1, 'the fourth of the tenant')
    assert.equal(await ask(other), 0)
    const elsewhere = newNumber()
    await addUser(capped, await addTenant(capped), elsewhere)
    assert.equal(await ask(elsewhere), 1)
    capped.clock.turn(minutesMs(24 * 60))
    assert.equal(await ask(other), 1)
  })

  it('only in the countries that are named', async () => {
    const emirates = await startApp({ env: { SMS_COUNTRIES: '971, +966' } })
    const ask = (phoneNumber: string) => emirates.post(`${area}/send-phone-verification`, { phoneNumber })
    expectStatus(await ask('+971501234567'), 202)
    expectStatus(await ask('+966500000000'), 202)
    const refused = expectStatus(await ask('+962790000000'), 400)
    assert.deepEqual(
      refused.json.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
      [['phoneNumber', 'not_allowed_value']],
    )
  })
})

it('keeps no text of somebody who is erased', async () => {
  const number = newNumber()
  const id = await addUser(app, tenantId, number)
  await codesFor(number)
  const texts = app.open.service.database.kysely.selectFrom('texts').select('id').where('recipientId', '=', id)
  assert.equal((await texts.execute()).length, 1)
  const { accessToken: token } = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
  expectStatus(await app.request('DELETE', `/api/v1/Users/${id}`, { token }), 204)
  expectStatus(await app.request('DELETE', `/api/v1/recycle-bin/${id}`, { token }), 204)
  await eventually('the text to be erased', async () => (await texts.execute()).length === 0)
})

it('finds the accounts of a number by its index', async () => {
  const plan = await change(app, async (ctx) => {
    const { sql } = await import('kysely')
    await sql`set local enable_seqscan = off`.execute(ctx.db)
    const { rows } = await sql<Record<string, string>>`
      explain select a.id from accounts a where a.kind = 'user' and a.phone_number = ${newNumber()} and a.phone_verified_at is null
        and a.deleted_at is null and a.is_active and not a.is_blocked order by a.id limit 50`.execute(ctx.db)
    return rows.map((row) => Object.values(row)[0]).join('\n')
  })
  assert.match(plan, /accounts_phone/)
})

/** Whether an account exists: neither status, header, body, work nor count may tell. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { activityOf, addAdmin, addTenant, loginPath, setAccount, setTenant } from '../auth/people.ts'
import { startApp, type TestApp } from '../harness.ts'
import { bareReply } from './bare-replies.ts'
import { assertNothingUnforeseen } from './refusals.ts'

const area = '/api/v1/auth/admin'
const discoverPath = `${area}/discover-workspaces`
let app: TestApp
let tenantId: string
let other: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
  other = await addTenant(app)
})
after(() => assertNothingUnforeseen(app))

interface Door {
  readonly name: string
  readonly path: string
  readonly more: () => object
}
const named: Door = { name: 'login in a tenant', path: loginPath, more: () => ({ tenantId }) }
const elsewhere: Door = { name: 'login in another tenant', path: loginPath, more: () => ({ tenantId: other }) }
const anywhere: Door = { name: 'login anywhere', path: loginPath, more: () => ({}) }
const discovery: Door = { name: 'discovery', path: discoverPath, more: () => ({}) }
const alias: Door = { name: 'the alias', path: '/api/v1/auth/login', more: () => ({ tenantId }) }

const guess = (door: Door, identifier: string) => app.post(door.path, { identifier, password: 'not the password', ...door.more() })

const address = () => `known-${randomUUID().slice(0, 8)}@example.test`
/** An address of each kind of account there can be behind one. */
const kinds: Record<string, () => Promise<string>> = {
  'one account': async () => (await addAdmin(app, tenantId)).email,
  'several accounts': async () => {
    const email = address()
    for (const place of [tenantId, other]) await addAdmin(app, place, { email })
    return email
  },
  'a blocked account': async () => {
    const { id, email } = await addAdmin(app, tenantId)
    await setAccount(app, id, { isBlocked: true })
    return email
  },
  'an account without a password': async () => (await addAdmin(app, tenantId, { passwordHash: null })).email,
  'an account whose temporary password is over': async () =>
    (await addAdmin(app, tenantId, { mustChangePassword: true, temporaryPasswordUntil: app.clock.now() })).email,
}

describe('an address that somebody has and one that nobody has', () => {
  for (const door of [named, anywhere, discovery, alias]) {
    it(`${door.name}: the same replies, failure by failure, until both are locked`, async () => {
      const stranger = address()
      const wanted = []
      for (let n = 0; n < 7; n++) wanted.push(bareReply(await guess(door, stranger)))
      assert.deepEqual(
        wanted.map(({ status }) => status),
        [401, 401, 401, 401, 401, 423, 423],
      )
      for (const [name, make] of Object.entries(kinds)) {
        const identifier = await make()
        for (const [n, reply] of wanted.entries())
          assert.deepEqual(bareReply(await guess(door, identifier)), reply, `${name}, guess ${n + 1}`)
      }
    })
  }

  for (const doors of [
    [named, named, anywhere, discovery, alias, anywhere, named, discovery],
    [anywhere, anywhere, anywhere, anywhere, anywhere, named, elsewhere],
    [anywhere, anywhere, anywhere, anywhere, elsewhere, elsewhere, named, named],
    [named, named, named, named, named, anywhere],
    [named, named, named, named, named, elsewhere],
    [elsewhere, elsewhere, elsewhere, elsewhere, elsewhere, named],
  ]) {
    const steps = doors.map(({ name }) => name.replace('login ', '')).join(', ')
    for (const name of ['email', 'username'] as const) {
      it(`are locked alike, by ${name}, through ${steps}`, async () => {
        const known = (await addAdmin(app, tenantId))[name]
        const stranger = name === 'email' ? address() : `nobody-${randomUUID().slice(0, 8)}`
        const seen = { known: [] as number[], stranger: [] as number[] }
        for (const door of doors) {
          seen.known.push((await guess(door, known)).status)
          seen.stranger.push((await guess(door, stranger)).status)
        }
        assert.deepEqual(seen.known, seen.stranger)
      })
    }
  }

  it('cost the same hashes at every guess', async () => {
    const { passwords } = app.open.service
    const work = async (door: Door, identifier: string) => {
      const spent = []
      for (let n = 0; n < 6; n++) {
        const start = passwords.hashes
        await guess(door, identifier)
        spent.push(passwords.hashes - start)
      }
      return spent
    }
    for (const door of [named, anywhere, discovery]) {
      const wanted = await work(door, address())
      assert.deepEqual(wanted, [1, 1, 1, 1, 1, 1])
      for (const name of ['one account', 'a blocked account', 'an account without a password'])
        assert.deepEqual(await work(door, await kinds[name]!()), wanted, `${door.name}, ${name}`)
    }
  })

  it('ask for a reset with the same answer', async () => {
    const ask = (email: string, more: object) => app.post(`${area}/request-password-reset`, { email, ...more })
    for (const more of [{ tenantId }, {}, { tenantId, method: 'magic-link' }, { tenantId: randomUUID() }]) {
      const wanted = bareReply(await ask(address(), more))
      assert.equal(wanted.status, 202)
      for (const [name, make] of Object.entries(kinds)) assert.deepEqual(bareReply(await ask(await make(), more)), wanted, name)
    }
  })

  it('guess at a code with the same answer and as many attempts', async () => {
    const curve = async (email: string) => {
      await app.post(`${area}/request-password-reset`, { email, tenantId })
      const replies = []
      for (let n = 0; n < 7; n++) replies.push(bareReply(await app.post(`${area}/verify-reset-otp`, { email, tenantId, code: '000000' })))
      return replies
    }
    const wanted = await curve(address())
    for (const name of ['one account', 'several accounts', 'a blocked account'])
      assert.deepEqual(await curve(await kinds[name]!()), wanted, name)
  })
})

describe('several workspaces', () => {
  const password = 'the password of many places'

  it('a wrong password counts on every account and never lists', async () => {
    const email = address()
    const admins = [await addAdmin(app, tenantId, { email, password }), await addAdmin(app, other, { email, password })]
    for (const path of [loginPath, discoverPath]) {
      const { status, json } = await app.post(path, { identifier: email, password: 'not the password' })
      assert.equal(status, 401)
      assert.equal(json.workspaces, undefined)
    }
    for (const { id } of admins) assert.equal((await activityOf(app, id)).failures, 2)
  })

  it('of twenty accounts of an address eight are tried, whatever the password', async () => {
    const email = address()
    const places = []
    for (let n = 0; n < 20; n++) places.push(await addTenant(app))
    for (const place of places) await addAdmin(app, place, { email, password })
    const { passwords } = app.open.service
    for (const [given, status] of [
      [password, 200],
      ['not the password', 401],
    ] as const) {
      const start = passwords.hashes
      const reply = await app.post(loginPath, { identifier: email, password: given })
      assert.equal(reply.status, status)
      assert.equal(passwords.hashes - start, 8)
      if (status === 200) assert.equal(reply.json.workspaces.length, 8)
    }
  })

  it('says of a workspace its opaque id, code, name and logo, and nothing of those that are closed', async () => {
    const email = address()
    const suspended = await addTenant(app, { name: 'Canary of the suspended' })
    for (const place of [tenantId, other, suspended]) await addAdmin(app, place, { email, password })
    await setTenant(app, suspended, { status: 'Suspended' })
    for (const path of [loginPath, discoverPath]) {
      const reply = await app.post(path, { identifier: email, password })
      assert.equal(reply.json.workspaces.length, 2)
      for (const workspace of reply.json.workspaces)
        assert.deepEqual(new Set(Object.keys(workspace)), new Set(['logoUrl', 'name', 'tenantCode', 'tenantId']))
      for (const place of [tenantId, other, suspended, 'Canary']) assert.ok(!reply.text.includes(place))
    }
  })
})

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { minutesMs, secondsMs } from '#core/clock.ts'
import { createLogger } from '#core/log.ts'
import { FanOut } from '#events/fan-out.ts'
import { jobsChannel } from '#jobs/queue.ts'
import { lockMails } from '#sign-in/lock-mails.ts'
import { startApp, type TestApp } from '../harness.ts'
import { mailsTo } from './mail.ts'
import {
  activityOf,
  addAdmin,
  addTenant,
  eventsOf,
  login,
  loginPath,
  setAccount,
  setSettings,
  setTenant,
  type TestAdmin,
} from './people.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
})

const discoverPath = '/api/v1/auth/admin/discover-workspaces'
const wrong = { password: 'not the password' }
const failTimes = async (admin: TestAdmin, times: number) => {
  for (let n = 0; n < times; n++) assert.equal((await login(app, admin, wrong)).status, 401)
}
const lockouts = async (id: string) => (await eventsOf(app, id)).filter((type) => type === 'auth.account.locked').length

describe('the lockout', () => {
  it('comes with the fifth failure in a row, holds for five minutes against the right password too, and then is over', async () => {
    const admin = await addAdmin(app, tenantId)
    await failTimes(admin, 1)
    assert.deepEqual(await activityOf(app, admin.id), { failures: 1, lockedUntil: null })
    await failTimes(admin, 3)
    const start = app.clock.now().getTime()
    await failTimes(admin, 1)
    const { lockedUntil } = await activityOf(app, admin.id)
    assert.ok(Math.abs(lockedUntil!.getTime() - start - minutesMs(5)) < secondsMs(5))
    const locked = await login(app, admin)
    assert.equal(locked.status, 423)
    assert.equal(locked.json.code, 'account_locked')
    assert.equal(locked.json.lockoutEnd, lockedUntil!.toISOString())
    assert.equal(Number(locked.headers['retry-after']), locked.json.retryAfterSeconds)
    assert.equal(await lockouts(admin.id), 1)
    app.clock.turn(minutesMs(5) + secondsMs(1))
    assert.equal((await login(app, admin)).status, 200)
    assert.deepEqual(await activityOf(app, admin.id), { failures: 0, lockedUntil: null })
  })

  it('is not made longer by trying on, tells nothing by its work, and begins to count again after its end', async () => {
    const admin = await addAdmin(app, tenantId)
    await failTimes(admin, 5)
    const { lockedUntil } = await activityOf(app, admin.id)
    const { hashes } = app.open.service.passwords
    app.clock.turn(minutesMs(2))
    for (let n = 0; n < 7; n++) assert.equal((await login(app, admin, wrong)).status, 423)
    assert.equal(app.open.service.passwords.hashes, hashes + 7)
    assert.deepEqual((await activityOf(app, admin.id)).lockedUntil, lockedUntil)
    assert.equal(await lockouts(admin.id), 1)
    app.clock.turn(minutesMs(4))
    await failTimes(admin, 1)
    assert.deepEqual(await activityOf(app, admin.id), { failures: 1, lockedUntil: null })
  })

  it('has one counter over all names and doors', async () => {
    const admin = await addAdmin(app, tenantId)
    const { email: identifier, username } = admin
    const doors = [
      () => login(app, admin, wrong),
      () => login(app, admin, { ...wrong, identifier: `${username.toUpperCase()} ` }),
      () => app.post('/api/v1/auth/login', { identifier, tenantId, ...wrong }),
      () => app.post(discoverPath, { identifier, ...wrong }),
      () => app.post(loginPath, { identifier, ...wrong }),
    ]
    for (const door of doors) assert.equal((await door()).status, 401)
    assert.deepEqual(await activityOf(app, admin.id).then(({ failures }) => failures), 5)
    // no password is looked at any more, while each name has failures of its own: four of the address, one of the username
    const right = await login(app, admin)
    assert.equal(`${right.status} ${right.json.code}`, '401 invalid_credentials')
    for (const [n, door] of doors.entries()) assert.equal((await door()).status, n === 1 ? 401 : 423)
    assert.equal(await lockouts(admin.id), 1)
  })

  it('is the same for a name that nobody has', async () => {
    const place = await addTenant(app)
    for (const where of [{ tenantId: place }, { isPlatformAdmin: true }, {}]) {
      const known = (await addAdmin(app, 'isPlatformAdmin' in where ? null : place)).email
      const curve = async (identifier: string) => {
        const replies = []
        for (let n = 0; n < 6; n++) replies.push(await app.post(loginPath, { identifier, ...wrong, ...where }))
        return replies
      }
      const [one, other] = [await curve(known), await curve(`nobody-${Object.keys(where)[0]}@example.test`)]
      assert.deepEqual(
        one.map(({ status }) => status),
        [401, 401, 401, 401, 401, 423],
      )
      assert.deepEqual(
        other.map(({ status }) => status),
        one.map(({ status }) => status),
      )
      const shape = ({ json }: { json: object }) => Object.keys(json)
      assert.deepEqual(shape(other[5]!), shape(one[5]!))
    }
  })

  it('takes its numbers from the tenant where one is named, else from the service', async () => {
    const place = await addTenant(app)
    await setSettings(app, place, { loginLockoutThreshold: 3, loginLockoutMinutes: 60 })
    const admin = await addAdmin(app, place)
    await failTimes(admin, 3)
    const locked = await login(app, admin)
    assert.equal(locked.status, 423)
    assert.ok(locked.json.retryAfterSeconds > 3500)
    const other = await addAdmin(app, place)
    for (let n = 0; n < 4; n++) assert.equal((await app.post(loginPath, { identifier: other.email, ...wrong })).status, 401)
    assert.equal((await activityOf(app, other.id)).lockedUntil, null)
    const unknown = () => app.post(loginPath, { identifier: 'nobody-c@example.test', tenantId: place, ...wrong })
    for (let n = 0; n < 3; n++) assert.equal((await unknown()).status, 401)
    assert.ok((await unknown()).json.retryAfterSeconds > 3500)
  })

  it('loses no failure and locks once, however many come at once', async () => {
    const admin = await addAdmin(app, tenantId)
    const replies = await Promise.all(Array.from({ length: 50 }, () => login(app, admin, wrong)))
    const evaluated = replies.filter(({ status }) => status === 401)
    assert.equal(evaluated.length, 5)
    assert.ok(replies.every(({ status }) => status === 401 || status === 423))
    assert.equal((await activityOf(app, admin.id)).failures, 5)
    const events = await eventsOf(app, admin.id)
    assert.equal(events.filter((type) => type === 'auth.login.failed').length, 5)
    assert.equal(events.filter((type) => type === 'auth.account.locked').length, 1)
  })

  it('is told to its owner by mail, once a lock, and to nobody where there is no owner', async () => {
    const fanOut = () => new FanOut(app.open.service, createLogger({ level: 'silent' }), { targets: [lockMails(app.open.service)] }).drain()
    const admin = await addAdmin(app, tenantId)
    const sent = async () => (await mailsTo(app, admin.id)).map(({ template }) => template)
    await fanOut()
    const all = async () =>
      (await app.open.service.database.kysely.selectFrom('emails').select('id').where('template', '=', 'account_locked').execute()).length
    const before = await all()
    for (let n = 0; n < 12; n++) {
      await login(app, admin, wrong)
      await app.post(loginPath, { identifier: 'nobody-to-tell@example.test', tenantId, ...wrong })
    }
    assert.deepEqual(await sent(), [], 'not inside the request')
    await fanOut()
    await fanOut()
    assert.deepEqual(await sent(), ['account_locked'])
    assert.equal(await all(), before + 1)
    const [mail] = await mailsTo(app, admin.id)
    assert.equal(mail?.address, admin.email)
    assert.equal(mail?.variables.lockoutEnd, (await activityOf(app, admin.id)).lockedUntil?.toISOString())
    assert.equal(mail?.variables.ip, '127.0.0.1')
    app.clock.turn(minutesMs(6))
    await failTimes(admin, 5)
    await fanOut()
    assert.deepEqual(await sent(), ['account_locked', 'account_locked'])
  })

  it('wakes whoever sends mails', async () => {
    const admin = await addAdmin(app, tenantId)
    await failTimes(admin, 5)
    const target = lockMails(app.open.service)
    const woken = new Set<string>()
    const listening: typeof target = {
      ...target,
      async write(tx, events, wakes) {
        await target.write(tx, events, wakes)
        for (const wake of wakes) woken.add(wake)
      },
    }
    await new FanOut(app.open.service, createLogger({ level: 'silent' }), { targets: [listening] }).drain()
    assert.deepEqual([...woken], [jobsChannel])
  })

  it('is told to nobody whose tenant, or one above it, is deleted or suspended before the mail is made', async () => {
    const fanOut = () => new FanOut(app.open.service, createLogger({ level: 'silent' }), { targets: [lockMails(app.open.service)] }).drain()
    const shutting = [{ status: 'Suspended' }, { deletedAt: new Date() }] as const
    const people: TestAdmin[] = []
    for (const shut of shutting) {
      const above = await addTenant(app)
      const below = await addTenant(app, { parentId: above })
      const beside = await addTenant(app, { parentId: above })
      const admins = [await addAdmin(app, below), await addAdmin(app, beside)]
      for (const admin of admins) await failTimes(admin, 5)
      await setTenant(app, below, shut)
      people.push(admins[0]!)
      await fanOut()
      assert.deepEqual(await mailsTo(app, admins[1]!.id).then((mails) => mails.length), 1, 'a tenant beside it')
      const late = await addAdmin(app, beside)
      await failTimes(late, 5)
      await setTenant(app, above, shut)
      people.push(late)
    }
    await fanOut()
    for (const { id } of people) assert.deepEqual(await mailsTo(app, id), [])
  })

  it('leaves live sessions and their refresh alone', async () => {
    const admin = await addAdmin(app, tenantId)
    const { json } = await login(app, admin)
    await failTimes(admin, 5)
    assert.equal((await app.get('/api/v1/auth/admin/sessions', { token: json.accessToken })).status, 200)
    assert.equal((await app.post('/api/v1/auth/admin/refresh', { refreshToken: json.refreshToken })).status, 200)
  })

  it('takes a deactivated account as any other', async () => {
    const admin = await addAdmin(app, tenantId)
    await setAccount(app, admin.id, { isActive: false })
    await failTimes(admin, 5)
    assert.equal((await login(app, admin)).status, 423)
  })

  it('names neither the password nor a hash in what it leaves behind', async () => {
    const admin = await addAdmin(app, tenantId)
    const guess = 'a-guess-that-must-not-be-kept'
    for (let n = 0; n < 5; n++) await login(app, admin, { password: guess })
    await app.post(loginPath, { identifier: guess, password: guess })
    const rows = await app.open.service.database.kysely.selectFrom('events').selectAll().execute()
    const text = JSON.stringify([rows, app.logs])
    assert.ok(!text.includes(guess))
    assert.ok(!text.includes('$2b$'))
    const failed = rows.find(({ entityId, type }) => entityId === admin.id && type === 'auth.login.failed')!
    assert.equal(failed.person.data.email, admin.email)
    assert.equal(failed.data.attempts, 1)
    assert.ok(failed.person.ipAddress)
    const locked = rows.find(({ entityId, type }) => entityId === admin.id && type === 'auth.account.locked')!
    assert.ok(locked.data.lockoutEnd)
  })
})

describe('several accounts of one address', () => {
  it('are left out while they are locked, and answer 423 when all are', async () => {
    const email = 'locked-in-one@example.test'
    const password = 'the password of all'
    const add = async () => await addAdmin(app, await addTenant(app), { email, password })
    const [one, other, third] = [await add(), await add(), await add()]
    await failTimes(one, 5)
    const some = await app.post(loginPath, { identifier: email, password })
    assert.equal(some.json.workspaces.length, 2)
    for (let n = 0; n < 5; n++) assert.equal((await login(app, other, wrong)).status, 423)
    const last = await app.post(loginPath, { identifier: email, password })
    assert.equal(last.json.user.tenantId, third.tenantId, 'one is left, and signed in to')
    app.clock.turn(minutesMs(4))
    for (let n = 0; n < 5; n++) await login(app, third, wrong)
    assert.equal((await app.post(loginPath, { identifier: email, password })).status, 423)
    assert.equal((await app.post(discoverPath, { identifier: email, password })).status, 423)
  })

  it("count a guess even where an account of the guesser's own says yes", async () => {
    const email = 'victim@example.test'
    const guess = 'a guess at the password'
    const victim = await addAdmin(app, await addTenant(app), { email })
    const own = await addAdmin(app, await addTenant(app), { email, password: guess })
    for (let n = 1; n <= 7; n++) {
      assert.equal((await app.post(loginPath, { identifier: email, password: guess })).json.user.tenantId, own.tenantId)
      assert.equal((await activityOf(app, victim.id)).failures, Math.min(n, 5))
    }
    assert.equal(await lockouts(victim.id), 1)
  })
})

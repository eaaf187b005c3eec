/** PUT /api/v1/users/{id}: what administrators change of a user, and what ends with the former address. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { mailsTo } from '../auth/mail.ts'
import { change, setAccount } from '../auth/people.ts'
import { expectFields, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addUser, at, countsOf, eventsAbout, newUser, rowOf, statusOf, tokensOf, typesOf } from './making.ts'

let app: TestApp
let own: World
before(async () => {
  app = await startApp()
  own = await world(app)
})

const put = (id: string, body: object, token = own.token, headers: Record<string, string> = {}) =>
  app.request('PUT', `${at}/${id}`, { token, body, headers })

/** A code of each purpose, as they lie in the database. */
const addCodes = (id: string) =>
  change(app, async (ctx) => {
    for (const purpose of ['email_verification', 'phone_verification', 'password_reset'] as const)
      await ctx.db
        .insertInto('oneTimeCodes')
        .values({
          subject: Buffer.from(randomUUID()),
          purpose,
          accountId: id,
          codeHash: Buffer.from('x'),
          attemptsLeft: 5,
          createdAt: ctx.now,
          expiresAt: new Date(ctx.now.getTime() + 600_000),
        })
        .execute()
  })
const codesOf = async (id: string) => {
  const { kysely } = app.open.service.database
  const rows = await kysely.selectFrom('oneTimeCodes').select('purpose').where('accountId', '=', id).orderBy('purpose').execute()
  return rows.map(({ purpose }) => purpose)
}

describe('PUT /api/v1/users/{id}', () => {
  it('200: writes only what was sent, tells only what differs', async () => {
    const user = await addUser(app, own.token, { firstName: 'Old', lastName: 'Name' })
    const changed = expectStatus(await put(user.id, { firstName: 'New', lastName: 'Name' }), 200).json
    assert.deepEqual([changed.firstName, changed.lastName, changed.version, changed.username], ['New', 'Name', 2, user.username])
    assert.equal(expectStatus(await put(user.id, { firstName: 'New' }), 200).json.version, 2)
    const [, event, ...more] = await eventsAbout(app, user.id)
    assert.equal(event?.type, 'user.updated')
    assert.deepEqual((event?.person as { changes: object } | undefined)?.changes, { firstName: { before: 'Old', after: 'New' } })
    assert.equal(more.length, 0)
    assert.equal((await app.get(`${at}?search=new`, { token: own.token })).json.items[0].id, user.id)
  })

  it('a changed number is unproved, and what went to the former one proves nothing; the same number stays proved', async () => {
    const user = await addUser(app, own.token, { phoneNumber: '+4915112345678' })
    await setAccount(app, user.id, { phoneVerifiedAt: app.clock.now(), emailVerifiedAt: app.clock.now() })
    await addCodes(user.id)
    assert.equal(expectStatus(await put(user.id, { phoneNumber: '+4915112345678' }), 200).json.phoneVerified, true)
    assert.equal((await codesOf(user.id)).length, 3)
    const { accessToken } = await tokensOf(app, user.id)
    const { phoneVerified, emailVerified } = expectStatus(await put(user.id, { phoneNumber: '+4915112345679' }), 200).json
    assert.deepEqual([phoneVerified, emailVerified], [false, true])
    assert.deepEqual(await codesOf(user.id), ['email_verification', 'password_reset'])
    assert.equal(await statusOf(app, accessToken), 200, 'nobody signs in by it')
    assert.equal(expectStatus(await put(user.id, { phoneNumber: null }), 200).json.phoneNumber, null)
  })

  it('another address holds at once and is unproved: sessions and codes end, both mailboxes are told, the old one is free', async () => {
    const user = await addUser(app, own.token, { sendInvitation: false })
    await setAccount(app, user.id, { emailVerifiedAt: app.clock.now() })
    await addCodes(user.id)
    const { accessToken } = await tokensOf(app, user.id)
    assert.equal(await statusOf(app, accessToken), 200)
    const { email } = newUser()
    const changed = expectStatus(await put(user.id, { email }), 200).json
    assert.deepEqual([changed.email, changed.emailVerified, changed.version], [email, false, 2])
    assert.equal(await statusOf(app, accessToken), 401)
    assert.deepEqual(await codesOf(user.id), [])
    const told = (await mailsTo(app, user.id)).filter(({ template }) => template === 'email_changed')
    assert.deepEqual(new Set(told.map(({ address }) => address)), new Set([user.email, email]))
    assert.equal(told.length, 2)
    assert.ok(told.every(({ variables }) => variables.ip === undefined))
    expectFields(await put((await addUser(app, own.token)).id, { email }), 409, ['email'])
    await addUser(app, own.token, { email: user.email })
    const last = (await eventsAbout(app, user.id)).at(-1)
    assert.ok(!JSON.stringify([last?.data, last?.changes]).includes('@'))
  })

  it('the temporary password that went to the old address is no good any more', async () => {
    const { id } = await addUser(app, own.token, { password: undefined })
    expectStatus(await put(id, { email: newUser().email }), 200)
    assert.ok(((await rowOf(app, id)).temporaryPasswordUntil as unknown as Date) <= app.clock.now())
  })

  it('isActive: sessions end at once, the counts follow, `user.updated` tells it; twice is no change', async () => {
    const tenant = await world(app)
    const user = await addUser(app, tenant.token)
    const { accessToken } = await tokensOf(app, user.id)
    const off = expectStatus(await put(user.id, { isActive: false }, tenant.token), 200).json
    assert.deepEqual([off.isActive, off.status, off.version], [false, 'Deactivated', 2])
    assert.equal(await statusOf(app, accessToken), 401)
    assert.equal(expectStatus(await put(user.id, { isActive: false }, tenant.token), 200).json.version, 2)
    assert.deepEqual((await countsOf(app, tenant.tenantId)).counted, [{ isActive: false, isBlocked: false, n: 1 }])
    assert.equal(expectStatus(await put(user.id, { isActive: true, lastName: 'Back' }, tenant.token), 200).json.version, 3)
    assert.equal(await statusOf(app, accessToken), 401, 'what ended stays ended')
    const [, deactivated] = await eventsAbout(app, user.id)
    assert.deepEqual([deactivated?.type, deactivated?.changes], ['user.updated', { isActive: { before: true, after: false } }])
    assert.deepEqual(await typesOf(app, user.id), ['user.created', 'user.updated', 'user.updated', 'user.updated'])
    assert.deepEqual((await countsOf(app, tenant.tenantId)).counted, [{ isActive: true, isBlocked: false, n: 1 }])
  })

  it('409 for another version, of body or If-Match', async () => {
    const { id } = await addUser(app, own.token)
    expectStatus(await put(id, { lastName: 'One', version: 1 }), 200)
    assert.equal(expectStatus(await put(id, { lastName: 'Two', version: 1 }), 409).json.code, 'version_conflict')
    assert.equal(expectStatus(await put(id, { lastName: 'Two' }, own.token, { 'if-match': '"1"' }), 409).json.code, 'version_conflict')
    expectStatus(await put(id, { lastName: 'Two' }, own.token, { 'if-match': '"2"' }), 200)
  })

  it('400 for what it does not take, each named; 403 and 404 for who may not', async () => {
    const { id } = await addUser(app, own.token)
    const fixed = {
      password: 'a new one here',
      username: 'other',
      tenantId: own.tenantId,
      isBlocked: true,
      emailVerified: true,
      roleId: id,
      id,
    }
    for (const [field, value] of Object.entries(fixed)) expectFields(await put(id, { [field]: value }), 400, [field])
    for (const bad of [{ email: 'x' }, { firstName: ' ' }, { firstName: null }, { phoneNumber: '12' }, { isActive: 'no' }, { version: 0 }])
      expectFields(await put(id, bad), 400, Object.keys(bad))
    const viewer = await own.person(['users.view', 'users.create', 'users.delete', 'admins.update'])
    assert.equal(expectStatus(await put(id, { lastName: 'X' }, viewer.token), 403).json.requiredPermission, 'users.update')
    const masked = await own.person(['users.update', 'users.view'], { 'users.view': ['email'] })
    assert.equal(expectStatus(await put(id, { email: newUser().email }, masked.token), 403).json.code, 'field_restricted')
    assert.equal(expectStatus(await put(id, { lastName: 'Y' }, masked.token), 200).json.email, undefined)
    const other = await world(app)
    for (const foreign of [id, randomUUID(), 'x', own.adminId]) expectStatus(await put(foreign, { lastName: 'X' }, other.token), 404)
    expectStatus(await put(own.adminId, { lastName: 'X' }), 404)
    expectStatus(await app.request('PUT', `/api/v1/admins/${id}`, { token: own.token, body: { lastName: 'X' } }), 404)
  })
})

/** The states of a user: blocked, unlocked, deleted, each alone, and what ends with them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { activityOf } from '../auth/people.ts'
import { expectFields, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addUser, at, countsOf, eventsAbout, statusOf, tokensOf, typesOf } from './making.ts'

let app: TestApp
let own: World
let other: World
before(async () => {
  app = await startApp()
  own = await world(app)
  other = await world(app)
})

const block = (id: string, body: object = {}, token = own.token) => app.request('PUT', `${at}/${id}/block`, { token, body })
const remove = (id: string, token = own.token) => app.request('DELETE', `${at}/${id}`, { token })
const unlock = (id: string, token = own.token) => app.post(`${at}/${id}/unlock`, undefined, { token })

describe('PUT /api/v1/users/{id}/block', () => {
  it('200: live tokens end with the answer; who may block reads who did it and why, nobody else', async () => {
    const user = await addUser(app, own.token)
    const { accessToken } = await tokensOf(app, user.id)
    assert.equal(await statusOf(app, accessToken), 200)
    const blocked = expectStatus(await block(user.id, { reason: 'Asked for it' }), 200).json
    assert.equal(await statusOf(app, accessToken), 401)
    assert.deepEqual(
      [blocked.isBlocked, blocked.isActive, blocked.status, blocked.version, blocked.blockReason, blocked.blockedBy],
      [true, true, 'Blocked', 2, 'Asked for it', own.adminId],
    )
    assert.equal(expectStatus(await block(user.id, { isBlocked: true, reason: 'Another' }), 200).json.blockReason, 'Asked for it')
    const { token } = await own.person(['users.view'])
    assert.ok(!('blockReason' in expectStatus(await app.get(`${at}/${user.id}`, { token }), 200).json))
    const free = expectStatus(await block(user.id, { isBlocked: false, reason: 'A mistake' }), 200).json
    assert.deepEqual([free.isBlocked, free.status, free.version, free.blockReason, free.blockedAt], [false, 'Active', 3, null, null])
    assert.equal(expectStatus(await block(user.id, { isBlocked: false }), 200).json.version, 3)
    assert.equal(await statusOf(app, accessToken), 401, 'what ended stays ended')
    const [, first, second, ...more] = await eventsAbout(app, user.id)
    assert.deepEqual([first?.type, second?.type, more.length], ['user.blocked', 'user.unblocked', 0])
    assert.deepEqual(first?.changes, { isBlocked: { before: false, after: true } })
    const { items } = (await app.get(`/api/v1/audit?action=user.blocked&entityId=${user.id}`, { token: own.token })).json
    assert.deepEqual(items[0].details, { reason: 'Asked for it' })
  })

  it('is counted, and independent of whether the user is active', async () => {
    const tenant = await world(app)
    const user = await addUser(app, tenant.token)
    const put = (isActive: boolean) => app.request('PUT', `${at}/${user.id}`, { token: tenant.token, body: { isActive } })
    const states: [() => ReturnType<typeof put>, boolean, boolean, string][] = [
      [() => block(user.id, {}, tenant.token), true, true, 'Blocked'],
      [() => put(false), false, true, 'Blocked'],
      [() => block(user.id, { isBlocked: false }, tenant.token), false, false, 'Deactivated'],
      [() => put(true), true, false, 'Active'],
    ]
    for (const [move, isActive, isBlocked, status] of states) {
      expectStatus(await move(), 200)
      assert.equal((await app.get(`${at}/${user.id}`, { token: tenant.token })).json.status, status)
      assert.deepEqual(await countsOf(app, tenant.tenantId), { counted: [{ isActive, isBlocked, n: 1 }], total: 1 })
    }
  })

  it('400 for what it does not take; 403 without `users.update`; 404 for whom the caller has nothing to do with', async () => {
    const { id } = await addUser(app, own.token)
    expectFields(await block(id, { isBlocked: 'yes' }), 400, ['isBlocked'])
    expectFields(await block(id, { reason: 'x'.repeat(501) }), 400, ['reason'])
    expectFields(await block(id, { blocked: true }), 400, ['blocked'])
    const { token } = await own.person(['users.view', 'admins.update', 'users.delete'])
    assert.equal(expectStatus(await block(id, {}, token), 403).json.requiredPermission, 'users.update')
    for (const foreign of [id, randomUUID(), 'x']) expectStatus(await block(foreign, {}, other.token), 404)
    expectStatus(await block(own.adminId), 404)
    assert.deepEqual(await typesOf(app, id), ['user.created'])
  })
})

describe('POST /api/v1/users/{id}/unlock', () => {
  it('200: the lock and the failures before it are forgotten; nothing to forget is no event', async () => {
    const { id } = await addUser(app, own.token)
    const lockedUntil = new Date(app.clock.now().getTime() + 600_000)
    const { kysely } = app.open.service.database
    await kysely.updateTable('accountActivity').set({ failures: 5, lockedUntil }).where('accountId', '=', id).execute()
    assert.equal((await app.get(`${at}/${id}`, { token: own.token })).json.status, 'LockedOut')
    const free = expectStatus(await unlock(id), 200).json
    assert.deepEqual([free.isLockedOut, free.status, free.lockoutEnd], [false, 'Active', null])
    assert.deepEqual(await activityOf(app, id), { failures: 0, lockedUntil: null })
    expectStatus(await unlock(id), 200)
    const events = await eventsAbout(app, id)
    assert.deepEqual(
      events.map(({ type, entityType }) => [type, entityType]),
      [
        ['user.created', 'User'],
        ['user.unlocked', 'User'],
      ],
    )
    assert.deepEqual(events[1]?.data, { failures: 5, lockoutEnd: lockedUntil.toISOString() })
    expectStatus(await unlock(id, other.token), 404)
    expectStatus(await unlock(id, (await own.person(['users.view'])).token), 403)
  })
})

describe('DELETE /api/v1/users/{id}', () => {
  it('204: out of lists, sessions and names at once; then whatever is done to it is 404', async () => {
    const tenant = await world(app)
    const user = await addUser(app, tenant.token)
    const { accessToken } = await tokensOf(app, user.id)
    assert.equal(expectStatus(await remove(user.id, tenant.token), 204).text, '')
    assert.equal(await statusOf(app, accessToken), 401)
    assert.deepEqual(await countsOf(app, tenant.tenantId), { counted: [], total: 0 })
    assert.equal((await app.get(at, { token: tenant.token })).json.totalCount, 0)
    expectStatus(await remove(user.id, tenant.token), 404)
    expectStatus(await block(user.id, {}, tenant.token), 404)
    expectStatus(await app.request('PUT', `${at}/${user.id}`, { token: tenant.token, body: {} }), 404)
    await addUser(app, tenant.token, { email: user.email, username: user.username })
    assert.deepEqual(await typesOf(app, user.id), ['user.created', 'user.deleted'])
  })

  it('403 without `users.delete`, 404 for whom the caller has nothing to do with', async () => {
    const { id } = await addUser(app, own.token)
    const { token } = await own.person(['users.view', 'users.update', 'admins.delete'])
    assert.equal(expectStatus(await remove(id, token), 403).json.requiredPermission, 'users.delete')
    for (const foreign of [id, randomUUID(), 'x']) expectStatus(await remove(foreign, other.token), 404)
    expectStatus(await remove(own.adminId), 404)
    expectStatus(await app.request('DELETE', `/api/v1/admins/${id}`, { token: own.token }), 404)
    assert.deepEqual(await typesOf(app, id), ['user.created'])
  })

  it('by an admin below whom they stand: of a tenant further down too, of one above never', async () => {
    const below = await world(app, own.tenantId)
    const inside = await addUser(app, own.token, { tenantId: below.tenantId })
    const above = await addUser(app, own.token)
    expectStatus(await remove(above.id, below.token), 404)
    expectStatus(await remove(inside.id), 204)
  })
})

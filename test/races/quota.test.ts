/** Quotas and unique names hold however many ask at once: N parallel creates for one free place make one. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { everyRound, race, tally } from '../rig/race.ts'

let app: TestApp
let root: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
})

const callers = 20
const tenant = async (settings: object, parentTenantId?: string) =>
  expectStatus(
    await app.post('/api/v1/Tenants', { name: 'Quota', settings, ...(parentTenantId && { parentTenantId }) }, { token: root }),
    201,
  ).json.id as string
const viewerOf = async (tenantId: string) =>
  (
    await app.open.service.database.kysely
      .selectFrom('roles')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('seed', '=', 'Viewer')
      .executeTakeFirstOrThrow()
  ).id
const person = (tenantId: string, roleId: string) => {
  const mark = randomUUID()
  return { email: `${mark}@example.test`, firstName: 'A', lastName: 'B', tenantId, roleId, password: `zuvaqor ${mark}` }
}
const statuses = (replies: { status: number }[]) => tally(replies.map(({ status }) => status))

describe('under parallel creates', () => {
  it('maxAdmins: the last place is taken once', async () => {
    await everyRound(async () => {
      const id = await tenant({ maxAdmins: 2 })
      const roleId = await viewerOf(id)
      expectStatus(await app.post('/api/v1/admins', person(id, roleId), { token: root }), 201)
      const replies = await race(
        Array.from({ length: callers }, () => () => app.post('/api/v1/admins', person(id, roleId), { token: root })),
      )
      assert.deepEqual(statuses(replies), { 201: 1, 409: callers - 1 })
      assert.ok(replies.every(({ status, json }) => status === 201 || json.code === 'quota_exceeded'))
      assert.equal((await app.get(`/api/v1/admins?tenantId=${id}`, { token: root })).json.totalCount, 2)
    })
  })

  it('maxSubTenants of a grandparent: the last place of its subtree is taken once, wherever below', async () => {
    await everyRound(async () => {
      const top = await tenant({ maxSubTenants: 4 })
      const parents = [await tenant({}, top), await tenant({}, top), top]
      expectStatus(await app.post('/api/v1/Tenants', { name: 'Third', parentTenantId: parents[0] }, { token: root }), 201)
      const create = (number: number) =>
        app.post('/api/v1/Tenants', { name: `Race ${number}`, parentTenantId: parents[number % 3] }, { token: root })
      const replies = await race(Array.from({ length: callers }, (_, number) => () => create(number)))
      assert.deepEqual(statuses(replies), { 201: 1, 409: callers - 1 })
      assert.equal((await app.get(`/api/v1/Tenants/${top}`, { token: root })).json.hierarchy.descendantCount, 4)
    })
  })

  it('one address: one 201, all others 409 naming it', async () => {
    await everyRound(async () => {
      const id = await tenant({})
      const body = person(id, await viewerOf(id))
      const replies = await race(Array.from({ length: callers }, () => () => app.post('/api/v1/admins', body, { token: root })))
      assert.deepEqual(statuses(replies), { 201: 1, 409: callers - 1 })
      assert.ok(replies.every(({ status, json }) => status === 201 || json.errors[0].field === 'email'))
    })
  })

  it('crossed usernames and addresses: nobody waits for ever, and no name has two owners', async () => {
    await everyRound(async () => {
      const id = await tenant({})
      const roleId = await viewerOf(id)
      const [a, b] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)]
      const bodies = [
        { ...person(id, roleId), username: `x${a}`, email: `${b}@example.test` },
        { ...person(id, roleId), username: `y${b}`, email: `${a}@example.test` },
        { ...person(id, roleId), username: `x${a}`, email: `${a}@example.test` },
      ]
      const replies = await race(
        Array.from({ length: callers }, (_, n) => () => app.post('/api/v1/admins', bodies[n % 3], { token: root })),
      )
      const made = replies.filter(({ status }) => status === 201)
      assert.ok(made.length >= 1 && made.length <= 2, JSON.stringify(statuses(replies)))
      assert.ok(replies.every(({ status }) => status === 201 || status === 409))
    })
  })

  it('one workspace code: one 201; a code made from one name: as many as ask, all different', async () => {
    await everyRound(async () => {
      const code = `c-${randomUUID().slice(0, 8)}`
      const replies = await race(
        Array.from({ length: callers }, () => () => app.post('/api/v1/Tenants', { name: 'Code', code }, { token: root })),
      )
      assert.deepEqual(statuses(replies), { 201: 1, 409: callers - 1 })
      assert.ok(replies.every(({ status, json }) => status === 201 || json.errors?.[0].field === 'code'))
    })
    await everyRound(async () => {
      const name = `Made ${randomUUID().slice(0, 8)}`
      const replies = await race(Array.from({ length: 10 }, () => () => app.post('/api/v1/Tenants', { name }, { token: root })))
      assert.deepEqual(statuses(replies), { 201: 10 })
      assert.equal(new Set(replies.map(({ json }) => json.code)).size, 10)
    })
  })
})
